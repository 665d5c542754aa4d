"""The command line, as other programs run it: standard output, standard error, exit status."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.oracle.invalid import documents
from tests.oracle.scenarios import scenario as nasty
from tests.rules.running import CASES, command, load_case

SEED = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f"


def test_an_outcome_is_printed_with_sorted_keys_two_spaces_and_a_newline() -> None:
    given = json.dumps(load_case(CASES[0])["scenario"])
    run = command("adjudicate", "-", given=given)
    assert (run.returncode, run.stderr) == (0, "")
    assert run.stdout == json.dumps(json.loads(run.stdout), sort_keys=True, indent=2) + "\n"
    assert set(json.loads(run.stdout)) == {
        "banners", "battles", "destroyed", "features", "heirs", "intelligence",
        "players", "relics", "sectors", "victors", "void",
    }  # fmt: skip


def test_the_movement_stage_prints_its_keys_only(tmp_path: Path) -> None:
    file = tmp_path / "scenario.json"
    file.write_text(json.dumps(load_case(CASES[43])["scenario"]))
    run = command("adjudicate", "--stage", "movement", str(file))
    outcome = json.loads(run.stdout)
    assert set(outcome) == {"banners", "destroyed", "heirs", "sectors", "relics", "void", "battles"}
    assert outcome["battles"]
    assert set(outcome["battles"][0]) == {
        "banners", "levels", "sector", "city", "attacker", "category", "mission_die", "auto",
    }  # fmt: skip


def test_the_bytes_do_not_depend_on_the_hash_seed() -> None:
    given = json.dumps(nasty(11))
    runs = {command("adjudicate", "-", given=given, hash_seed=seed).stdout for seed in ("0", "1", "77")}
    assert len(runs) == 1
    assert runs != {""}


@pytest.mark.parametrize(
    "given",
    ["", "{", "[]", "null", '{"turn": 1}', '{"turn": NaN}', "\udce9"],
    ids=["nothing", "half", "list", "null", "little", "nan", "bytes"],
)
def test_what_is_no_scenario_exits_with_2_and_one_line(given: str, tmp_path: Path) -> None:
    file = tmp_path / "broken.json"
    file.write_bytes(given.encode("utf-8", "surrogateescape"))
    run = command("adjudicate", str(file))
    assert (run.returncode, run.stdout) == (2, "")
    assert len(run.stderr.splitlines()) == 1


def test_a_file_that_is_not_there_exits_with_2_and_one_line() -> None:
    run = command("adjudicate", "/nowhere/scenario.json")
    assert (run.returncode, run.stdout) == (2, "")
    assert len(run.stderr.splitlines()) == 1


def test_a_broken_banner_is_named_by_its_path() -> None:
    scenario = load_case(CASES[0])["scenario"]
    scenario["banners"][0]["at"] = [40, 2]
    run = command("adjudicate", "-", given=json.dumps(scenario))
    assert run.returncode == 2
    assert run.stdout == ""
    assert run.stderr == "banners[0].at: sector [40, 2] is off the map\n"


def test_every_broken_document_has_a_path_in_its_error() -> None:
    from tests.oracle.engine import ask
    from tests.oracle.invalid import fault

    told = [(name, fault(ask(document), named)) for name, document, named in documents()]
    assert len(told) > 60
    assert [one for one in told if one[1]] == []


def test_a_missing_ruling_exits_with_3_and_names_the_battles() -> None:
    scenario = load_case(next(path for path in CASES if "both-report-the-same" in path.name))["scenario"]
    scenario["reports"][0]["winner"] = None
    run = command("adjudicate", "-", given=json.dumps(scenario))
    assert run.returncode == 3
    assert json.loads(run.stdout) == {"in_dispute": [sorted(scenario["reports"][0]["battle"])]}


def test_legal_lists_every_order_in_the_table_s_order() -> None:
    given = json.dumps(load_case(CASES[0])["scenario"])
    run = command("legal", "-", "a1", given=given)
    answer = json.loads(run.stdout)
    assert (run.returncode, answer["banner"]) == (0, "a1")
    assert [one["order"] for one in answer["orders"]] == [
        "march", "teleport", "search", "fortify", "entrench", "unfortify", "resupply", "transfer",
        "split", "join", "retreat", "destroy_relic",
    ]  # fmt: skip
    march = answer["orders"][0]
    assert march["legal"]
    assert march["problems"] == []
    assert march["targets"] == [[1, 1], [2, 1], [3, 1], [1, 2], [3, 2], [1, 3], [2, 3], [3, 3]]
    assert not answer["orders"][1]["legal"]
    assert answer["orders"][1]["problems"][0]["rule"] == "3"


def test_legal_for_a_banner_that_is_not_there_exits_with_2() -> None:
    run = command("legal", "-", "z9", given=json.dumps(load_case(CASES[0])["scenario"]))
    assert (run.returncode, run.stdout, len(run.stderr.splitlines())) == (2, "", 1)


def dice_log(value: int) -> str:
    import hashlib

    second = bytes.fromhex(SEED)
    first = hashlib.sha256(second).digest()
    return json.dumps(
        {
            "commitment": hashlib.sha256(first).hexdigest(),
            "first_turn": 1,
            "seeds": {"1": first.hex(), "2": second.hex()},
            "dice": [{"turn": 2, "label": "x", "sides": 100, "value": value}],
        }
    )


def test_a_true_dice_log_is_verified() -> None:
    run = command("verify-dice", "-", given=dice_log(58))
    assert (run.returncode, json.loads(run.stdout)) == (0, {"seeds": 2, "dice": 1, "wrong": []})


def test_a_false_die_and_a_broken_chain_are_found() -> None:
    wrong_die = command("verify-dice", "-", given=dice_log(57))
    assert wrong_die.returncode == 1
    (wrong,) = json.loads(wrong_die.stdout)["wrong"]
    assert wrong == {"turn": 2, "label": "x", "problem": "the die is 58, not 57"}
    log = json.loads(dice_log(58))
    log["commitment"] = "00" * 32
    wrong_chain = command("verify-dice", "-", given=json.dumps(log))
    assert wrong_chain.returncode == 1
    assert json.loads(wrong_chain.stdout)["wrong"] == [
        {"turn": 1, "problem": "the seed does not fit the chain"}
    ]
    log["first_turn"] = 2
    log["dice"][0]["turn"] = 9
    early = json.loads(command("verify-dice", "-", given=json.dumps(log)).stdout)["wrong"]
    assert [one["problem"] for one in early] == [
        "the seed is of a turn before the first",
        "the seed does not fit the chain",
        "there is no seed for this turn",
    ]


def test_the_rules_load_nothing_of_the_app() -> None:
    import subprocess
    import sys

    from tests.rules.running import ROOT

    modules = "rules.scenario, rules.reports.report, rules.bot.opponent, rules.__main__"
    program = f"import sys, {modules}; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, cwd=ROOT)
    modules = {name.partition(".")[0] for name in loaded.stdout.split()}
    assert "rules" in modules
    assert not modules & {"django", "rest_framework", "celery", "redis", "psycopg", "random", "campaign"}
