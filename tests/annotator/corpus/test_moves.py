"""Turns that stand elsewhere in a new transcript keep their ids, where their words can mean no other turn."""

import random
import time
from dataclasses import replace

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from annotator.corpus.alignment import Pair, align
from annotator.corpus.lines import Line, same_words
from annotator.corpus.moves import ANYWHERE
from tests.annotator.corpus.test_alignment import kept, later, lines_of, talk, talks

pytestmark = pytest.mark.one_database

LONG = "I had not slept at all that night, number"


def moved(pairs: list[Pair]) -> dict[int | None, int | None]:
    return {pair.old: pair.new for pair in pairs if pair.is_moved}


def long_once(lines: list[Line]) -> dict[tuple[str, str], int]:
    """Long words that one role says once, with their place."""
    said = [(line.role, same_words(line.text)) for line in lines]
    return {key: said.index(key) for key in said if len(key[1]) >= ANYWHERE and said.count(key) == 1}


@st.composite
def edited(draw: st.DrawFn) -> tuple[list[Line], list[Line]]:
    """A conversation, and what became of it: lines in another order, some gone, some twice, some in other words."""
    old = talk(
        draw(st.integers(min_value=0, max_value=30)), seed=draw(st.integers(min_value=0)), timed=draw(st.booleans())
    )
    rng = random.Random(draw(st.integers(min_value=0)))
    new = old.copy()
    for _ in range(draw(st.integers(min_value=0, max_value=6)) if old else 0):
        at, to = rng.randrange(len(new) + 1), rng.randrange(len(new) + 1)
        how = rng.choice(["move", "drop", "double", "reword", "role", "shift"])
        stretch = new[at : at + rng.randint(1, 4)]
        if how == "move":
            del new[at : at + len(stretch)]
            new[to:to] = stretch
        elif how == "drop":
            del new[at : at + len(stretch)]
        elif how == "double":
            new[to:to] = stretch
        elif how == "reword":
            new[at : at + len(stretch)] = [replace(line, text=f"{line.text} Well.") for line in stretch]
        elif how == "role":
            new[at : at + len(stretch)] = [replace(line, role="other") for line in stretch]
        else:
            new = [later(line, 1_500) for line in new]
    return old, new


@settings(max_examples=60, deadline=None)
@given(edited() | st.tuples(talks, talks))
@example(both=(talk(5, seed=1, timed=True), talk(12, seed=110, timed=True)))
def test_every_turn_of_both_has_one_place_and_what_did_not_move_keeps_its_order(
    both: tuple[list[Line], list[Line]],
) -> None:
    old, new = both

    pairs = align(old, new)

    assert sorted(pair.old for pair in pairs if pair.old is not None) == list(range(len(old)))
    assert [pair.new for pair in pairs if pair.new is not None] == list(range(len(new)))
    in_order = [pair.old for pair in pairs if pair.old is not None and not pair.is_moved]
    assert in_order == sorted(in_order)
    assert align(old, new) == pairs


@settings(max_examples=60, deadline=None)
@given(edited())
def test_long_words_said_once_are_found_wherever_they_stand(both: tuple[list[Line], list[Line]]) -> None:
    old, new = both

    found = kept(align(old, new))

    once, again = long_once(old), long_once(new)
    assert {here: found.get(here) for key, here in once.items() if key in again} == {
        here: again[key] for key, here in once.items() if key in again
    }


@settings(max_examples=60, deadline=None)
@given(edited())
def test_a_turn_moves_by_its_own_speaker_s_words_alone(both: tuple[list[Line], list[Line]]) -> None:
    old, new = both

    for here, there in moved(align(old, new)).items():
        before, after = old[here or 0], new[there or 0]
        words, words_now = f"{same_words(before.text)} ", f"{same_words(after.text)} "
        assert before.role == after.role
        assert words.startswith(words_now) or words_now.startswith(words)


@pytest.mark.parametrize("timed", [True, False])
@pytest.mark.parametrize("are_restamped", [True, False])
def test_two_turns_that_swap_places_keep_their_ids_and_one_of_them_moved(*, timed: bool, are_restamped: bool) -> None:
    old = lines_of(f"c {LONG} one.", "k And your mother?", "c I'm fine.", "k You are fine?", "c Yes.", timed=timed)
    first, second = (1, 2) if are_restamped else (2, 1)
    new = [
        old[0],
        replace(old[2], start_ms=old[first].start_ms),
        replace(old[1], start_ms=old[second].start_ms),
        *old[3:],
    ]

    pairs = align(old, new)

    assert kept(pairs) == {0: 0, 1: 2, 2: 1, 3: 3, 4: 4}
    assert len(moved(pairs)) == 1


def test_client_turns_that_swap_round_the_counsellor_s_keep_their_words() -> None:
    old = lines_of("k How was it?", f"c {LONG} one.", "k And then?", "c Then my mother called me again.", "k I see.")
    new = [old[0], replace(old[1], text=old[3].text), old[2], replace(old[3], text=old[1].text), old[4]]

    pairs = align(old, new)

    assert kept(pairs) == {0: 0, 1: 3, 2: 2, 3: 1, 4: 4}
    assert moved(pairs) == {1: 3, 3: 1}


def test_a_block_takes_its_short_answers_along() -> None:
    block = [f"c {LONG} one.", "k Mm.", f"c {LONG} two.", "k Mm."]
    rest = [said for n in range(3, 9) for said in (f"c {LONG} {n}.", "k Mm.")]
    old, new = lines_of(*block, *rest), lines_of(*rest, *block)

    pairs = align(old, new)

    assert kept(pairs) == {**{n: n + 12 for n in range(4)}, **{n: n - 4 for n in range(4, 16)}}
    assert moved(pairs) == {n: n + 12 for n in range(4)}


@pytest.mark.parametrize("short", ["Mm.", "Yes.", "I don't know."])
def test_short_answers_that_recur_are_not_matched_across_the_file(short: str) -> None:
    talked = [f"c {LONG} {n}." for n in range(8)]
    old = lines_of(*talked[:2], f"k {short}", *talked[2:6], f"k {short}", *talked[6:])
    new = lines_of(*talked[:5], f"k {short}", *talked[5:6], f"k {short}", *talked[6:])

    pairs = align(old, new)

    assert [pair.new for pair in pairs if pair.old == 2] == [None]
    assert not moved(pairs)


def test_a_short_answer_said_once_does_not_go_far() -> None:
    talked = [f"c {LONG} {n}." for n in range(8)]
    old, new = lines_of("c Not today.", *talked), lines_of(*talked, "c Not today.")

    assert [pair.new for pair in align(old, new) if pair.old == 0] == [None]


def test_the_same_words_by_another_speaker_are_another_turn() -> None:
    talked = [f"{'ck'[n % 2]} {LONG} {n}." for n in range(8)]
    old, new = lines_of("c My mother called me again.", *talked), lines_of(*talked, "k My mother called me again.")

    assert [pair.new for pair in align(old, new) if pair.old == 0] == [None]


def test_of_two_who_speak_at_once_either_may_come_first() -> None:
    old = lines_of(f"c {LONG} one.", "c Yes.", "k And so on it went.", f"c {LONG} two.", "c Yes.", "k Mm.")
    old[2] = replace(old[2], start_ms=10_300)
    new = [old[0], replace(old[2], start_ms=9_900), replace(old[1], start_ms=10_100), *old[3:]]
    by_ms = 4_000

    assert kept(align(old, [later(line, by_ms) for line in new])) == {0: 0, 1: 2, 2: 1, 3: 3, 4: 4, 5: 5}


def test_a_turn_that_moved_and_was_cut_goes_on_as_its_first_part() -> None:
    talked = [f"c {LONG} {n}." for n in range(8)]
    whole = "c My mother called me again on Sunday. Then we did not talk for a while."
    parts = ["c My mother called me again on Sunday.", "k Mm.", "c Then we did not talk for a while."]

    apart = align(lines_of(whole, *talked), lines_of(*talked, *parts))
    joined = align(lines_of(*talked, *parts), lines_of(whole, *talked))

    assert (moved(apart), moved(joined)) == ({0: 8}, {8: 0})
    assert [pair.old for pair in joined if pair.new is None] == [9, 10]


def test_moves_are_found_when_the_whole_file_is_shifted() -> None:
    old = talk(200, seed=5)
    new = [later(line, 37_000) for line in [*old[:50], *old[100:150], *old[50:100], *old[150:]]]

    pairs = align(old, new)

    assert len(moved(pairs)) == 50
    right = {old[here] == later(new[there], -37_000) for here, there in kept(pairs).items()}
    assert (right, len(kept(pairs))) == ({True}, 200)


@pytest.mark.parametrize("new", [talk(800, seed=2), random.Random(1).sample(talk(800, seed=1), 800)])
def test_800_turns_against_other_ones_or_all_out_of_order_take_no_wait(new: list[Line]) -> None:
    began_s = time.process_time()

    align(talk(800, seed=1), new)

    assert time.process_time() - began_s < 5  # About half a second on a laptop.
