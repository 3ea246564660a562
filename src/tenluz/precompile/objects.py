"""Object files for other machines, made by LLVM from what Numba has made of a function.

Numba's part is the same everywhere: LLVM's plain form of a function, not yet optimised, with
nothing in it of this machine but its name and its processor's. Those are replaced here.
Knows no game.
"""

import re
from pathlib import Path
from typing import Any, NamedTuple

import llvmlite.binding as llvm
from numba.core.compiler import lookup_environment  # type: ignore[attr-defined]

from tenluz.engine.precompiled import machine

ENVIRONMENT = re.compile(r"@(_ZN08NumbaEnv\w+)")


class Variant(NamedTuple):
    """A kind of processor of one kind of machine."""

    name: str
    needs: tuple[str, ...]  # features, as LLVM names them
    vector_bits: int = 128


class Target(NamedTuple):
    """A kind of machine. The last variant is the one that all of them can run."""

    name: str  # as `engine/precompiled.py` names this machine
    triple: str
    variants: tuple[Variant, ...]


V2 = ("cx16", "sahf", "popcnt", "sse3", "sse4.1", "sse4.2", "ssse3")
V3 = (*V2, "avx", "avx2", "bmi", "bmi2", "f16c", "fma", "lzcnt", "movbe")
V4 = (*V3, "avx512f", "avx512bw", "avx512cd", "avx512dq", "avx512vl")
TARGETS = (
    Target(
        "linux-x86_64",
        "x86_64-unknown-linux-gnu",
        (
            Variant("x86-64-v4", V4, 512),
            Variant("x86-64-v3", V3, 256),
            Variant("x86-64-v2", V2),
        ),
    ),
    Target("linux-aarch64", "aarch64-unknown-linux-gnu", (Variant("generic", ("neon",)),)),
)


def best_here() -> Target | None:
    """This machine, with the best variant alone that its processor can run."""
    features = llvm.get_host_cpu_features()
    for target in TARGETS:
        if target.name == machine():
            for variant in target.variants:
                if all(features.get(feature, False) for feature in variant.needs):
                    return target._replace(variants=(variant,))
    return None


class CannotPrecompile(Exception):
    """A function whose code would not work anywhere else."""


class Unoptimised(NamedTuple):
    """A function before LLVM has optimised it for a machine, and how its parts are called there."""

    text: str
    symbols: dict[str, str]  # the new name's end for each: "" for Python, ".native" for other code


def unoptimised(made: Any) -> Unoptimised:
    """Of what Numba has compiled, with its optimiser off."""
    library, description = made.library, made.fndesc
    text = library.get_llvm_str()
    for name in set(ENVIRONMENT.findall(text)):
        known: Any = lookup_environment(name)  # type: ignore[no-untyped-call]
        if known is not None and known.consts:
            raise CannotPrecompile(f"{description.qualname} keeps Python's objects")
    # One for all functions that are joined in this one: they differ only in such objects.
    lines = (line for line in text.splitlines() if not line.startswith("@_ZN08NumbaEnv"))
    text = ENVIRONMENT.sub("@environment", "\n".join(lines)) + "\n@environment = global ptr null\n"
    symbols = {
        description.llvm_cpython_wrapper_name: "",
        description.llvm_func_name: ".native",
        "environment": ".environment",
    }
    return Unoptimised(text, symbols)


def object_code(function: Unoptimised, key: str, target: Target, variant: Variant) -> bytes:
    """An object file with the function under its key: `key` for Python, `key.native` for compiled
    code, and `key.environment` for what the loader fills in."""
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    created = llvm.Target.from_triple(target.triple).create_target_machine(
        features=",".join(f"+{feature}" for feature in variant.needs),
        opt=3,
        reloc="static",
        codemodel="large",  # what it calls may lie anywhere
    )
    module = llvm.parse_assembly(_retargeted(function.text, target, variant, created))
    for each in (*module.functions, *module.global_variables):
        if each.name in function.symbols:
            each.linkage = "external"
            each.name = f"{key}{function.symbols[each.name]}"
        elif not each.is_declaration:
            each.linkage = "internal"
    for cost in ("cheap", "full"):  # as Numba does: its pruner needs everything in one function
        options = llvm.create_pipeline_tuning_options(speed_level=0 if cost == "cheap" else 3)
        options.loop_vectorization = options.slp_vectorization = cost == "full"
        builder = llvm.create_pass_builder(created, options)
        passes = builder.getModulePassManager()
        passes.add_refprune_pass()
        passes.run(module, builder)
    for variable in module.global_variables:
        if variable.name.startswith("numba.dynamic.globals"):
            raise CannotPrecompile(f"{key} holds an address of this process")
    return bytes(created.emit_object(module))


def _retargeted(text: str, target: Target, variant: Variant, created: Any) -> str:
    """The text of a module for another machine."""
    text = re.sub(r'target datalayout = ".*"', f'target datalayout = "{created.target_data}"', text)
    text = re.sub(r'target triple = ".*"', f'target triple = "{target.triple}"', text)
    text = re.sub(r'"target-(cpu|features)"="[^"]*"', "", text)
    width = f'"prefer-vector-width"="{variant.vector_bits}"'
    return re.sub(r"^(attributes #\d+ = \{)", rf"\1 {width}", text, flags=re.MULTILINE)


def object_file(folder: Path, key: str, target: Target, variant: Variant) -> Path:
    """Where a build puts one."""
    return folder / target.name / f"{key}.{variant.name}.o"


def write_objects(
    folder: Path, key: str, symbols: dict[str, str], targets: tuple[Target, ...]
) -> None:
    """A function that lies in a folder under its key, as objects for all these machines; but those
    that are there."""
    function = Unoptimised((folder / key).read_text(), symbols)
    for target in targets:
        for variant in target.variants:
            file = object_file(folder, key, target, variant)
            if not file.exists():
                file.write_bytes(object_code(function, key, target, variant))
