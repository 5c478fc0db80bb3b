"""Words for sides, modes and sorts of moves."""

from typing import Literal, TypeAlias

Side: TypeAlias = Literal["white", "black"]
Mode: TypeAlias = Literal["moving", "capturing"]
MoveKind: TypeAlias = Literal[
    "move", "turn", "flip", "castle", "pass", "end-series", "claim", "finish", "drop", "wall"
]
