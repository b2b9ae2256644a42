"""How compiled kernels are handed named tuples of arrays: by address, as one word.

numba hands over a tuple of arrays as all the words of all its arrays, seven to nine each, at every call: with dozens of
arrays most of the time to compile a kernel goes into copying them about. The kernels never change which arrays a tuple
has, so an address will do.
"""

from __future__ import annotations

import zlib
from importlib import import_module
from typing import Any

ir: Any = import_module("llvmlite.ir")
types: Any = import_module("numba.core.types")
cgutils: Any = import_module("numba.core.cgutils")
extending: Any = import_module("numba.extending")
imputils: Any = import_module("numba.core.imputils")
templates: Any = import_module("numba.core.typing.templates")


class Handed(types.Type):  # type: ignore[misc]
    """The type of a named tuple that is handed over by address."""

    def __init__(self, owner: type, members: tuple[Any, ...]) -> None:
        self.owner, self.members = owner, members
        self.places = {name: i for i, name in enumerate(owner._fields)}  # type: ignore[attr-defined]
        # Names become part of those of kernels; numbers keep them short.
        super().__init__(f"{owner.__name__}{_number(owner, members)}")

    @property
    def key(self) -> tuple[Any, ...]:
        """What makes two of these types one."""
        return self.owner, self.members


def _number(owner: type, members: tuple[Any, ...]) -> int:
    """A number that tells apart types of the same name."""
    return zlib.crc32(str((owner.__qualname__, *members)).encode())


@extending.register_model(Handed)
class _Address(extending.models.PrimitiveModel):  # type: ignore[misc]
    def __init__(self, manager: Any, kind: Any) -> None:
        super().__init__(manager, kind, cgutils.voidptr_t)


@templates.infer_getattr
class _Members(templates.AttributeTemplate):  # type: ignore[misc]
    key = Handed

    def generic_resolve(self, kind: Any, name: str) -> Any:
        return kind.members[kind.places[name]] if name in kind.places else None


def _layout(context: Any, kind: Any) -> Any:
    return ir.LiteralStructType([context.get_value_type(member) for member in kind.members])


@imputils.lower_getattr_generic(Handed)  # type: ignore[untyped-decorator]
def _member(context: Any, builder: Any, kind: Any, address: Any, name: str) -> Any:
    """Load one member, word by word: they never change, which spares loading them again after every store."""
    struct = builder.bitcast(address, _layout(context, kind).as_pointer())
    return _loaded(builder, cgutils.gep_inbounds(builder, struct, 0, kind.places[name]))


def _loaded(builder: Any, place: Any) -> Any:
    held = place.type.pointee
    if not isinstance(held, ir.Aggregate):
        word = builder.load(place)
        word.set_metadata("invariant.load", builder.module.add_metadata([]))
        return word
    whole = ir.Constant(held, ir.Undefined)
    for i in range(len(held)):
        whole = builder.insert_value(whole, _loaded(builder, cgutils.gep_inbounds(builder, place, 0, i)), i)
    return whole


@extending.unbox(Handed)  # type: ignore[untyped-decorator]
def _address(kind: Any, value: Any, c: Any) -> Any:
    """Write the members next to one another and tell where."""
    struct = cgutils.alloca_once(c.builder, _layout(c.context, kind))
    failed = cgutils.false_bit
    for i, member in enumerate(kind.members):
        native = c.unbox(member, c.pyapi.tuple_getitem(value, i))
        c.builder.store(native.value, cgutils.gep_inbounds(c.builder, struct, 0, i))
        failed = c.builder.or_(failed, native.is_error)
    # What is written before this must not be taken for something that changes later.
    shape = ir.FunctionType(cgutils.voidptr_t, [cgutils.voidptr_t])
    address = c.builder.bitcast(struct, cgutils.voidptr_t)
    address = c.builder.asm(shape, "", "=r,0,~{memory}", [address], True)
    return extending.NativeValue(address, is_error=failed)


def hand_over(owner: type) -> None:
    """Hand over the named tuples of a class by address from now on."""

    @extending.typeof_impl.register(owner)  # type: ignore[untyped-decorator]
    def _kind(value: Any, c: Any) -> Any:
        return Handed(owner, tuple(extending.typeof_impl(member, c) for member in value))
