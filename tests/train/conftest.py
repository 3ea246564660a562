"""What tests of training share."""

import pytest


@pytest.fixture
def one_thread():
    """PyTorch on one core: other tests want theirs, and so small networks are no slower."""
    import torch

    before = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(before)
