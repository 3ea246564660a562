"""An expert's network as a file for ONNX Runtime: from the weights that ship, without PyTorch.

    rows    int8 [games, numbers of a row]    what the expert sees (`bots/expert_game.py`)
    scores  float [games, moves]              a score for every move, legal or not

It is the same network as `bots/forward.py`, step by step; the scale of the inputs and the
order of the moves are part of it.
"""

from pathlib import Path
from typing import Any

import numpy as np

from tenluz.bots.expert_game import ExpertView
from tenluz.bots.expert_weights import fitting_weights
from tenluz.engine.errors import NotUnderstood
from tenluz.engine.game import Game
from tenluz.train.whole_files import written_whole

OPSET, IR_VERSION = 17, 9  # what ONNX Runtime 1.16 and later reads


def export_onnx(game: Game, its: ExpertView, weights: Path, to: Path) -> None:
    """Write the network of some weights; NotUnderstood where the package `onnx` is missing."""
    try:
        import onnx
    except ImportError:
        raise NotUnderstood("Writing ONNX needs its package: pip install 'tenluz[onnx]'") from None
    graph = _Graph(onnx, fitting_weights(game, its, weights))
    moves = _network(graph, its)
    helper, kinds = onnx.helper, onnx.TensorProto
    made = helper.make_graph(
        graph.nodes,
        "expert",
        [helper.make_tensor_value_info("rows", kinds.INT8, ["games", its.sees])],
        [helper.make_tensor_value_info("scores", kinds.FLOAT, ["games", moves])],
        graph.constants,
    )
    versions = [helper.make_opsetid("", OPSET)]
    model = helper.make_model(made, opset_imports=versions, producer_name="tenluz")
    model.ir_version = IR_VERSION
    onnx.checker.check_model(model)
    with written_whole(to) as file:
        file.write(model.SerializeToString())


class _Graph:
    """Nodes one after the other; each is known by the name of what it gives."""

    def __init__(self, onnx: Any, weights: dict[str, Any]) -> None:
        self._onnx, self._weights = onnx, weights
        self.nodes: list[Any] = []
        self.constants: list[Any] = []

    def add(self, kind: str, *given: str, gives: str = "", **more: Any) -> str:
        name = gives or f"{kind.lower()}_{len(self.nodes)}"
        return self.add_all(kind, list(given), [name], **more)[0]

    def add_all(self, kind: str, given: list[str], gives: list[str], **more: Any) -> list[str]:
        self.nodes.append(self._onnx.helper.make_node(kind, given, gives, **more))
        return gives

    def constant(self, value: Any) -> str:
        name = f"constant_{len(self.constants)}"
        self.constants.append(self._onnx.numpy_helper.from_array(np.asarray(value), name))
        return name

    def linear(self, given: str, name: str) -> str:
        found = self.add("MatMul", given, self.constant(self._weights[f"{name}.weight"].T.copy()))
        if f"{name}.bias" not in self._weights:
            return found
        return self.add("Add", found, self.constant(self._weights[f"{name}.bias"]))

    @property
    def depth(self) -> int:
        """How many layers come after the first."""
        return sum(name.startswith("body.all.") for name in self._weights)


def _network(graph: _Graph, its: ExpertView) -> int:
    """From `rows` to `scores`; how many moves have one."""
    rows = graph.add("Cast", "rows", to=1)  # float
    row, where = rows, ""
    if its.places is None:
        sizes = graph.constant(np.array([its.shown, its.moves]))
        row, where = graph.add_all("Split", [rows, sizes], ["row", "where"], axis=1)
    row = graph.add("Mul", row, graph.constant(np.array(its.scale(), np.float32)))
    sizes = graph.constant(np.array([its.table, its.shown - its.table]))
    table, groups = graph.add_all("Split", [row, sizes], ["table", "groups"], axis=1)
    shape = graph.constant(np.array([-1, its.groups, its.of_group]))
    groups = graph.linear(graph.add("Reshape", groups, shape), "body.of_group")
    axis = graph.constant(np.array([1]))
    table = graph.add("Unsqueeze", graph.linear(table, "body.of_table"), axis)
    found = graph.add("Relu", graph.add("Add", groups, table))
    for layer in range(graph.depth):
        mean = graph.add("ReduceMean", found, axes=[1], keepdims=1)
        own = graph.linear(found, f"body.own.{layer}")
        more = graph.add("Add", own, graph.linear(mean, f"body.all.{layer}"))
        found = graph.add("Add", found, graph.add("Relu", more))
    flat = graph.constant(np.array([-1, its.groups * its.says_of_group]))
    of_groups = graph.add("Reshape", graph.linear(found, "of_group"), flat)
    mean = graph.add("ReduceMean", found, axes=[1], keepdims=0)
    said = graph.add("Concat", of_groups, graph.linear(mean, "of_table"), axis=1)
    if its.places is None:
        where = graph.add("Cast", where, to=7)  # int64
        graph.add("GatherElements", said, where, gives="scores", axis=1)
    else:
        places = np.array([max(0, place) for place in its.places()])
        graph.add("Gather", said, graph.constant(places), gives="scores", axis=1)
    return its.moves
