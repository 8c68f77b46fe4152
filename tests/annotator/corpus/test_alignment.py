"""Which turn of a corrected transcript is which turn of the old one."""

import random
import time
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from annotator.corpus import alignment
from annotator.corpus.alignment import AlignmentTooLarge, Pair, align
from annotator.corpus.lines import Line

pytestmark = pytest.mark.one_database

VOCABULARY = (
    "I you we they feel think know really fine sad angry week mother work slept little not never always so well maybe "
    "could house dog talk about went came home tired evening friends letter nobody asked again"
)
WORDS = VOCABULARY.split()


def talk(n: int, *, seed: int, timed: bool = True) -> list[Line]:
    """A conversation of client and counsellor in turn, with short answers that recur."""
    rng = random.Random(seed)
    lines, now = [], 0
    for number in range(n):
        words = [rng.choice(WORDS) for _ in range(rng.choice([1, 1, 6, 12, 20]))]
        text = rng.choice(["Mm-hm.", "Yes.", "No, no."]) if len(words) == 1 else " ".join(words).capitalize() + "."
        end = now + 400 * len(words) + 300
        role = "counsellor" if number % 2 else "client"
        lines.append(Line(role, now if timed else None, end if timed else None, text))
        now = end + rng.randint(0, 1500)
    return lines


def lines_of(*said: str, timed: bool = True) -> list[Line]:
    """Lines of "c Words" or "k Words", client's and counsellor's, ten seconds apart."""
    return [
        Line(
            {"c": "client", "k": "counsellor"}[each[0]],
            10_000 * number if timed else None,
            10_000 * number + 4_000 if timed else None,
            each[2:],
        )
        for number, each in enumerate(said)
    ]


def kept(pairs: list[Pair]) -> dict[int, int]:
    return {pair.old: pair.new for pair in pairs if pair.old is not None and pair.new is not None}


talks = st.builds(talk, st.integers(min_value=0, max_value=40), seed=st.integers(min_value=0), timed=st.booleans())


@settings(max_examples=30, deadline=None)
@given(talks)
def test_the_same_transcript_keeps_every_turn(lines: list[Line]) -> None:
    assert align(lines, lines) == [Pair(index, index) for index in range(len(lines))]


@settings(max_examples=30, deadline=None)
@given(talks, st.data())
def test_a_turn_that_goes_takes_no_other_with_it(lines: list[Line], data: st.DataObject) -> None:
    timed = [replace(line, start_ms=10_000 * number, end_ms=10_000 * number + 900) for number, line in enumerate(lines)]
    gone = data.draw(st.integers(min_value=0, max_value=max(0, len(timed) - 1)))

    pairs = kept(align(timed, timed[:gone] + timed[gone + 1 :]))

    assert pairs == {old: old - (old > gone) for old in range(len(timed)) if old != gone}


@settings(max_examples=30, deadline=None)
@given(talks, st.data())
def test_a_turn_that_comes_moves_no_id(lines: list[Line], data: st.DataObject) -> None:
    timed = [replace(line, start_ms=10_000 * number, end_ms=10_000 * number + 900) for number, line in enumerate(lines)]
    place = data.draw(st.integers(min_value=0, max_value=len(timed)))
    comes = Line("client", 10_000 * place - 5_000, 10_000 * place - 4_000, "Something that the first file left out.")

    pairs = kept(align(timed, [*timed[:place], comes, *timed[place:]]))

    assert pairs == {old: old + (old >= place) for old in range(len(timed))}


@settings(max_examples=30, deadline=None)
@given(st.integers(min_value=0), st.integers(min_value=-50_000, max_value=50_000))
def test_a_transcript_that_moved_as_a_whole_keeps_every_turn(seed: int, by_ms: int) -> None:
    lines = talk(40, seed=seed)
    moved = [replace(line, start_ms=line.start_ms + by_ms, end_ms=line.end_ms + by_ms) for line in lines]  # type: ignore[operator]

    assert kept(align(lines, moved)) == {index: index for index in range(40)}


@settings(max_examples=30, deadline=None)
@given(st.integers(min_value=0), st.sampled_from(["speaker", "spelling", "nudge"]))
def test_small_corrections_keep_every_turn(seed: int, how: str) -> None:
    lines = talk(40, seed=seed)
    rng = random.Random(seed)
    corrected = {
        "speaker": lambda line: replace(line, role="counsellor" if rng.random() < 0.1 else line.role),
        "spelling": lambda line: replace(line, text=line.text.replace("e", "ee").replace("really", "realy")),
        "nudge": lambda line: replace(line, start_ms=line.start_ms + rng.randint(-200, 200)),
    }[how]

    assert kept(align(lines, [corrected(line) for line in lines])) == {index: index for index in range(40)}


def test_a_transcript_that_moved_and_was_spelt_anew_throughout_keeps_every_turn() -> None:
    lines = talk(60, seed=3)
    anew = [
        replace(line, text=f"{line.text.replace('e', 'ee')} um", start_ms=line.start_ms + 7_000)  # type: ignore[operator]
        for line in lines
    ]

    assert kept(align(lines, anew)) == {index: index for index in range(60)}


def test_of_like_answers_the_one_that_went_is_told_by_its_time() -> None:
    answers = [Line("client", 10_000 * number, 10_000 * number + 500, "Mm-hm.") for number in range(5)]

    assert kept(align(answers, answers[:2] + answers[3:])) == {0: 0, 1: 1, 3: 2, 4: 3}


def test_a_turn_that_was_cut_goes_on_as_its_first_part_and_a_joined_one_as_the_larger() -> None:
    whole = Line("client", 0, 9_000, "I was fine all week. And then on Sunday my mother called again.")
    parts = [
        Line("client", 0, 4_000, "I was fine all week."),
        Line("client", 4_000, 9_000, "And then on Sunday my mother called again."),
    ]

    assert align([whole], parts) == [Pair(0, 0), Pair(None, 1)]
    assert len(kept(align(parts, [whole]))) == 1


def test_another_wording_of_the_same_moment_is_the_same_turn_and_elsewhere_it_is_not() -> None:
    heard = Line("client", 60_000, 63_000, "Ice cream for my feelings.")
    other = replace(heard, text="I scream when nobody is there.")

    assert align([heard], [other]) == [Pair(0, 0)]
    assert kept(align([heard], [replace(other, start_ms=200_000, end_ms=203_000)])) == {}


def test_without_times_the_words_decide() -> None:
    old = [Line("client", None, None, text) for text in ("Good morning to you.", "I slept badly.", "No.")]
    new = [Line("client", None, None, text) for text in ("I slept badly again.", "Never mind the weather.", "No!")]

    assert kept(align(old, new)) == {1: 0, 2: 2}


def test_transcripts_that_are_too_long_to_compare_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(alignment, "MOST_CELLS", 100)

    with pytest.raises(AlignmentTooLarge):
        align(talk(11, seed=1, timed=False), talk(11, seed=2, timed=False))


def pairs_of(old: list[Line], new: list[Line]) -> dict[int, int]:
    """Old to new index, of a comparison in which every line of both stands exactly once."""
    pairs = align(old, new)
    assert sorted(pair.old for pair in pairs if pair.old is not None) == list(range(len(old)))
    assert sorted(pair.new for pair in pairs if pair.new is not None) == list(range(len(new)))
    return kept(pairs)


def later(line: Line, by_ms: int) -> Line:
    start_ms, end_ms = (None if ms is None else ms + by_ms for ms in (line.start_ms, line.end_ms))
    return replace(line, start_ms=start_ms, end_ms=end_ms)


def test_800_turns_are_found_again_when_the_whole_file_is_shifted_and_some_are_gone() -> None:
    old = talk(800, seed=3)
    stay = [n for n in range(800) if n % 13]
    new = [later(old[n], 37_000) for n in stay]
    began_s = time.process_time()

    found = pairs_of(old, new)

    assert found == {n: place for place, n in enumerate(stay)}
    assert time.process_time() - began_s < 10


@pytest.mark.parametrize("shift_ms", [0, 700, 5_000, -1_500])
def test_a_hundred_times_the_same_word_keeps_its_order_under_a_shift(shift_ms: int) -> None:
    old = [Line("counsellor", 2000 * n + 2000, 2000 * n + 2500, "Mhm.") for n in range(100)]

    assert pairs_of(old, [later(line, shift_ms) for line in old]) == {n: n for n in range(100)}


def test_one_of_a_hundred_times_the_same_word_is_missed_where_it_was_said() -> None:
    old = [Line("counsellor", 2000 * n, 2000 * n + 500, "Mhm.") for n in range(100)]

    assert pairs_of(old, old[:50] + old[51:]) == {n: n - (n > 50) for n in range(100) if n != 50}


def test_other_names_and_roles_for_all_speakers_change_no_pair() -> None:
    old = talk(80, seed=3)
    new = [replace(line, role={"client": "counsellor", "counsellor": "client"}[line.role]) for line in old]

    assert pairs_of(old, new) == {n: n for n in range(80)}


def test_without_times_a_line_in_its_place_is_itself_though_much_was_heard_otherwise() -> None:
    said = ["k How was the week?", "c It's just a thought I had.", "k I see.", "c No idea, really.", "k And then?"]
    old = lines_of(*said, timed=False)
    heard = replace(old[1], text="It's only this thought.")
    new = [old[0], heard, old[2], replace(old[3], text="My dog is at home."), old[4]]
    others = [old[0], replace(heard, role="counsellor"), *old[2:]]

    assert kept(align(old, new)) == {0: 0, 1: 1, 2: 2, 4: 4}
    assert kept(align(old, others)) == {0: 0, 2: 2, 3: 3, 4: 4}


def test_a_file_that_holds_the_session_twice_is_the_session_and_a_second_one_that_is_new() -> None:
    lines = talk(60, seed=4, timed=False)

    assert kept(align(lines, [*lines, *lines])) == {index: index for index in range(60)}


@pytest.mark.parametrize("shift_ms", [0, 90_000])
def test_a_short_answer_among_turns_that_are_gone_is_no_other_one_far_from_there(shift_ms: int) -> None:
    talked = [Line("client", 30_000 * n, 30_000 * n + 9_000, f"What I said as number {n} of all.") for n in range(9)]
    answer = Line("counsellor", 100_000, 100_400, "Mm.")
    old = [*talked[:4], answer, *talked[4:]]
    others = [later(replace(line, text=f"{line.text[::-1]}"), 12_000) for line in talked[4:6]]
    new = [*talked[:4], *others, later(answer, 72_000), *talked[6:]]

    found = pairs_of([*old, later(answer, 200_000)], [later(line, shift_ms) for line in [*new, later(answer, 200_000)]])

    assert 4 not in found
    assert {found[n] for n in (0, 1, 2, 3, 7, 8, 9, 10)} == {0, 1, 2, 3, 7, 8, 9, 10}
