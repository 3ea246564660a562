"""An array in a GPU's memory, lent to other libraries without a copy.

PyTorch and CuPy read the CUDA array interface; JAX, and the others too, DLPack. A `DeviceArray`
speaks both. It keeps the memory alive for as long as somebody has it.
"""

import ctypes
from typing import Any

import numpy as np
import numpy.typing as npt

from tenluz.engine.types import JsonObject

KINDS = {"i": 0, "u": 1, "f": 2, "b": 6}  # DLPack's names for kinds of numbers
CUDA = 2


class _Device(ctypes.Structure):
    _fields_ = (("type", ctypes.c_int32), ("number", ctypes.c_int32))


class _Kind(ctypes.Structure):
    _fields_ = (("code", ctypes.c_uint8), ("bits", ctypes.c_uint8), ("lanes", ctypes.c_uint16))


class _Tensor(ctypes.Structure):
    _fields_ = (
        ("data", ctypes.c_void_p),
        ("device", _Device),
        ("dimensions", ctypes.c_int32),
        ("kind", _Kind),
        ("shape", ctypes.POINTER(ctypes.c_int64)),
        ("strides", ctypes.POINTER(ctypes.c_int64)),
        ("offset", ctypes.c_uint64),
    )


class _Managed(ctypes.Structure):
    pass


_Deleter = ctypes.CFUNCTYPE(None, ctypes.POINTER(_Managed))
_Managed._fields_ = (("tensor", _Tensor), ("context", ctypes.c_void_p), ("deleter", _Deleter))

_new_capsule = ctypes.pythonapi.PyCapsule_New
_new_capsule.restype = ctypes.py_object
_new_capsule.argtypes = (ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p)

_out: dict[int, Any] = {}  # what others hold, by address, until they give it back


@_Deleter
def _given_back(managed: Any) -> None:
    _out.pop(ctypes.addressof(managed.contents), None)


class DeviceArray:
    """A view of a device array: `kind`, `shape` and bytes from row to row, if not its own."""

    def __init__(
        self,
        array: Any,
        kind: npt.DTypeLike | None = None,
        shape: tuple[int, ...] = (),
        row: int = 0,
    ) -> None:
        self.array = array  # numba's own
        self.dtype = np.dtype(kind or array.dtype)
        self.shape: tuple[int, ...] = shape or tuple(array.shape)
        size = self.dtype.itemsize
        tail = [size * int(np.prod(self.shape[at + 1 :])) for at in range(len(self.shape))]
        self.strides: tuple[int, ...] = (row, *tail[1:]) if row else tuple(tail)

    def copy_to_host(self) -> npt.NDArray[Any]:
        """As a NumPy array."""
        host = self.array.copy_to_host()
        found = np.ndarray(self.shape, self.dtype, host, strides=self.strides)
        return np.ascontiguousarray(found)

    @property
    def __cuda_array_interface__(self) -> JsonObject:
        return {
            "shape": self.shape,
            "typestr": self.dtype.str,
            "data": (self._address, False),
            "strides": self.strides,
            "version": 3,
        }

    @property
    def _address(self) -> int:
        return int(self.array.__cuda_array_interface__["data"][0])

    def __dlpack_device__(self) -> tuple[int, int]:
        from tenluz.envs.vector.gpu import cuda

        return CUDA, int(cuda().get_current_device().id)

    def __dlpack__(self, *, stream: object = None, **_: object) -> Any:
        """All work is on one stream, the default one unless `on` chose another: whoever reads
        on another stream waits for it first."""
        size = self.dtype.itemsize
        numbers = ctypes.c_int64 * len(self.shape)
        shape = numbers(*self.shape)
        strides = numbers(*(step // size for step in self.strides))
        tensor = _Tensor(
            self._address,
            _Device(*self.__dlpack_device__()),
            len(self.shape),
            _Kind(KINDS[self.dtype.kind], 8 * size, 1),
            ctypes.cast(shape, ctypes.POINTER(ctypes.c_int64)),
            ctypes.cast(strides, ctypes.POINTER(ctypes.c_int64)),
            0,
        )
        managed = _Managed(tensor, None, _given_back)
        address = ctypes.addressof(managed)
        _out[address] = (managed, shape, strides, self.array)
        return _new_capsule(address, b"dltensor", None)
