"""For tests that write a kernel of their own: CUDA where there is a GPU, and marks that leave them
out where there is none."""

import numpy as np
import pytest

if not hasattr(np, "row_stack"):
    np.row_stack = np.vstack  # numba-cuda 0.30 asks for it on NumPy 2.5

try:
    from numba import cuda, uint64

    REASON = "" if cuda.is_available() else "no CUDA GPU on this machine"
except ImportError:
    cuda = uint64 = None
    REASON = "numba-cuda is not installed (extra `gpu`)"

NEEDS_A_GPU = [
    pytest.mark.skipif(bool(REASON), reason=REASON),
    pytest.mark.filterwarnings("ignore:.*low occupancy"),  # a test's grid is small on purpose
]
