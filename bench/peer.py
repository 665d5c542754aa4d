"""The peer: runs in its own virtual environment, as a child process, asked by JSON lines.

The ``diplomacy`` package is AGPL and so never a dependency: this file is run by an interpreter that has it,
and imports nothing of ours. Each line asks for a number of movement phases of random valid orders; the answer
has the seconds taken and the orders processed.
"""

from __future__ import annotations

import json
import random
import sys
import time


def main() -> None:
    """Answer requests ``{"phases": n, "seed": s}`` until standard input ends."""
    from diplomacy import Game  # type: ignore[import-not-found]

    print(json.dumps({"ready": True}), flush=True)
    for line in sys.stdin:
        request = json.loads(line)
        chance = random.Random(request["seed"])
        game = Game()
        taken, orders, phases = 0.0, 0, 0
        while phases < request["phases"]:
            if game.is_game_done or int(game.phase.split()[1]) > 1915:
                game = Game()
            possible = game.get_all_possible_orders()
            given = 0
            for power in game.powers:
                chosen = [
                    chance.choice(possible[place])
                    for place in game.get_orderable_locations(power)
                    if possible[place]
                ]
                game.set_orders(power, chosen)
                given += len(chosen)
            movement = game.phase_type == "M"
            start = time.perf_counter()
            game.process()
            if movement:
                taken += time.perf_counter() - start
                orders += given
                phases += 1
        print(json.dumps({"seconds": taken, "orders": orders}), flush=True)


if __name__ == "__main__":
    main()
