"""The expert's network: the same weights for every group, and their mean for the whole table.

    h[g] = relu(of_group(row of g) + of_table(row of the table))
    h[g] = h[g] + relu(own(h[g]) + all(mean of h))      as often as there are layers

A group is one of several things that a game's rules treat alike. So exchanging two of them
exchanges what is said of them, and nothing else: the symmetry holds by construction. The critic is
a second network of the same kind, which also sees what is hidden, and says one number.
"""

import torch
from torch import Tensor, nn

from tenluz.bots.expert_game import ExpertGame, ExpertView


class GroupEncoder(nn.Module):
    """From a row to a hidden vector for each group, and their mean."""

    scale: Tensor

    def __init__(self, its: ExpertView, width: int, depth: int, hidden: int = 0) -> None:
        super().__init__()
        self._table, self._groups, self._of_group = its.table, its.groups, its.of_group
        self._shown = its.shown
        self.of_table = nn.Linear(its.table, width)
        self.of_group = nn.Linear(its.of_group + hidden, width)
        self.own = nn.ModuleList(nn.Linear(width, width) for _ in range(depth))
        self.all = nn.ModuleList(nn.Linear(width, width, bias=False) for _ in range(depth))
        self.register_buffer("scale", torch.tensor(its.scale()), persistent=False)
        for layer in (self.of_table, self.of_group, *self.own, *self.all):
            assert isinstance(layer, nn.Linear)
            nn.init.orthogonal_(layer.weight, 2**0.5 if layer is self.of_group else 0.7)
            if layer.bias is not None:
                nn.init.zeros_(layer.bias)

    def forward(self, seen: Tensor, hidden: Tensor | None = None) -> tuple[Tensor, Tensor]:
        """Rows in the last dimension."""
        row = seen[..., : self._shown] * self.scale.to(
            torch.bfloat16 if seen.is_cuda else torch.float32
        )
        shape = (*row.shape[:-1], self._groups)
        groups = row[..., self._table :].reshape(*shape, self._of_group)
        if hidden is not None:
            more = hidden.reshape(*shape, -1).to(groups.dtype)
            groups = torch.cat((groups, more), dim=-1)
        table = self.of_table(row[..., : self._table])
        found = torch.relu(self.of_group(groups) + table.unsqueeze(-2))
        for own, together in zip(self.own, self.all, strict=True):
            mean = together(found.mean(dim=-2)).unsqueeze(-2)
            found = found + torch.relu(own(found) + mean)
        return found, found.mean(dim=-2)


class PolicyNetwork(nn.Module):
    """Scores for all moves, guesses at what is hidden, and what the position is worth."""

    places: Tensor | None

    def __init__(self, its: ExpertGame, width: int, depth: int) -> None:
        super().__init__()
        self.body = GroupEncoder(its.view, width, depth)
        self.of_group = nn.Linear(width, its.view.says_of_group)
        self.of_table = nn.Linear(width, its.view.says_of_table)
        self.guess = nn.Linear(width, its.guesses)
        self.worth = nn.Linear(width, 1)
        self._shown = its.view.shown
        places = None if its.view.places is None else its.view.places()
        found = None if places is None else torch.tensor([max(0, place) for place in places])
        self.register_buffer("places", found, persistent=False)
        for layer in (self.of_group, self.of_table, self.guess, self.worth):
            nn.init.orthogonal_(layer.weight, 0.01)  # all moves begin as good as equal
            nn.init.zeros_(layer.bias)

    def forward(self, seen: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """A score for each move, for each group the log-odds of what is hidden, and one number."""
        groups, table = self.body(seen)
        said = torch.cat((self.of_group(groups).flatten(-2), self.of_table(table)), dim=-1)
        if self.places is None:
            scores = said.gather(-1, seen[..., self._shown :].long())
        else:
            scores = said[..., self.places]
        return scores.float(), self.guess(groups), self.worth(table).squeeze(-1).float()


class Critic(nn.Module):
    """What a position is worth to the seat on turn, for who sees everything."""

    def __init__(self, its: ExpertGame, width: int, depth: int) -> None:
        super().__init__()
        self.body = GroupEncoder(its.view, width, depth, its.hidden)
        self.worth = nn.Linear(width, 1)
        nn.init.zeros_(self.worth.weight)
        nn.init.zeros_(self.worth.bias)

    def forward(self, seen: Tensor, hidden: Tensor) -> Tensor:
        """One number a row."""
        _, table = self.body(seen, hidden)
        return self.worth(table).squeeze(-1).float()
