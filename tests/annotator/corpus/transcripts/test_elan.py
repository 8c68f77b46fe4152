"""ELAN files: offsets, times that are not set, tiers that depend on others."""

import pytest

from annotator.corpus.transcripts import ReadingOptions, Transcript, TranscriptRefused, read_transcript


def eaf(tiers: str, slots: dict[str, int | str | None], *, header: str = "", media: str = "", types: str = "") -> bytes:
    order = "".join(
        f'<TIME_SLOT TIME_SLOT_ID="{name}"' + (f' TIME_VALUE="{time}"/>' if time is not None else "/>")
        for name, time in slots.items()
    )
    return (
        f'<?xml version="1.0" encoding="UTF-8"?><ANNOTATION_DOCUMENT><HEADER {header}>{media}</HEADER>'
        f"<TIME_ORDER>{order}</TIME_ORDER>{tiers}{types}</ANNOTATION_DOCUMENT>"
    ).encode()


def tier(name: str, *annotations: tuple[str, str, str], more: str = "") -> str:
    inside = "".join(
        f'<ANNOTATION><ALIGNABLE_ANNOTATION ANNOTATION_ID="{name}{n}" TIME_SLOT_REF1="{start}" TIME_SLOT_REF2="{end}">'
        f"<ANNOTATION_VALUE>{text}</ANNOTATION_VALUE></ALIGNABLE_ANNOTATION></ANNOTATION>"
        for n, (start, end, text) in enumerate(annotations)
    )
    return f'<TIER TIER_ID="{name}" LINGUISTIC_TYPE_REF="t" {more}>{inside}</TIER>'


def media(origin: int | None, kind: str = "video/mp4") -> str:
    offset = f' TIME_ORIGIN="{origin}"' if origin is not None else ""
    return f'<MEDIA_DESCRIPTOR MEDIA_URL="file:///etc/passwd" MIME_TYPE="{kind}"{offset}/>'


def spoken(data: bytes, **options: object) -> list[tuple[str | None, int | None, int | None, str]]:
    turns = read_transcript(data, options=ReadingOptions(gap_ms=0, **options)).turns
    return [(turn.speaker, turn.start_ms, turn.end_ms, turn.text) for turn in turns]


def warnings(transcript: Transcript) -> list[str]:
    return [remark.message for remark in transcript.remarks if remark.severity == "warning"]


ONE = {"a": 1000, "b": 2000}


def test_the_recording_s_offset_is_added_and_said():
    data = eaf(tier("Anna", ("a", "b", "Hard.")), ONE, media=media(5000))

    assert spoken(data) == [("Anna", 6000, 7000, "Hard.")]
    assert any("offset of 5 s (TIME_ORIGIN) was added" in message for message in warnings(read_transcript(data)))


def test_an_offset_that_cannot_be_read_is_said():
    descriptor = media(5000).replace("5000", "five")
    data = eaf(tier("Anna", ("a", "b", "Hard.")), ONE, media=descriptor)

    assert spoken(data) == [("Anna", 1000, 2000, "Hard.")]
    assert any("“five” (TIME_ORIGIN), can't be read" in message for message in warnings(read_transcript(data)))


def test_an_offset_that_moves_a_time_before_the_recording_is_said():
    data = eaf(tier("Anna", ("a", "b", "Hard.")), ONE, media=media(-1500))

    assert spoken(data) == [("Anna", None, 500, "Hard.")]
    assert any("lies before the beginning of the recording" in each for each in warnings(read_transcript(data)))


def test_of_several_recordings_the_video_s_offset_counts():
    data = eaf(tier("Anna", ("a", "b", "Hard.")), ONE, media=media(0, "audio/x-wav") + media(300))

    assert spoken(data) == [("Anna", 1300, 2300, "Hard.")]
    assert any("different offsets (0.3 s, 0 s)" in message for message in warnings(read_transcript(data)))


def test_times_that_are_not_set_lie_evenly_between_those_around_them():
    slots = {"a": 1000, "b": None, "c": None, "d": 4000}
    data = eaf(tier("Anna", ("a", "b", "I"), ("b", "c", "was"), ("c", "d", "tired")), slots)

    assert spoken(data) == [("Anna", 1000, 2000, "I"), ("Anna", 2000, 3000, "was"), ("Anna", 3000, 4000, "tired")]
    assert any(
        message.startswith("3 annotation(s) have a time that is not set; it was")
        for message in warnings(read_transcript(data))
    )


def test_times_that_nothing_surrounds_stay_open():
    data = eaf(tier("Anna", ("x", "a", "I"), ("a", "b", "was"), ("b", "y", "tired")), {"x": None, **ONE, "y": None})

    assert spoken(data) == [("Anna", None, 1000, "I"), ("Anna", 1000, 2000, "was"), ("Anna", 2000, None, "tired")]
    assert any(
        message.startswith("2 annotation(s) have a time that is not set and")
        for message in warnings(read_transcript(data))
    )


def test_the_participant_comes_before_the_tier_s_name():
    data = eaf(tier("T01", ("a", "b", "Hard."), more='PARTICIPANT="Anna"'), ONE)

    assert spoken(data) == [("Anna", 1000, 2000, "Hard.")]


def test_a_tier_that_depends_on_another_is_not_read_twice():
    parts = tier("Anna words", ("a", "b", "Hard"), more='PARENT_REF="Anna"')
    data = eaf(tier("Anna", ("a", "b", "Hard.")) + parts, ONE)

    assert spoken(data) == [("Anna", 1000, 2000, "Hard.")]
    assert spoken(data, tiers=("Anna words",)) == [("Anna", 1000, 2000, "Hard")]


def test_codes_of_a_vocabulary_are_not_speech():
    coded = tier("head", ("a", "b", "nod")).replace('TYPE_REF="t"', 'TYPE_REF="cv"')
    types = '<LINGUISTIC_TYPE LINGUISTIC_TYPE_ID="cv" CONTROLLED_VOCABULARY_REF="Head"/>'
    transcript = read_transcript(eaf(tier("Anna", ("a", "b", "Hard.")) + coded, ONE, types=types))

    assert [(each.name, each.is_read) for each in transcript.tiers] == [("Anna", True), ("head", False)]


def test_two_people_who_talk_at_once_are_both_read():
    slots = {"a": 0, "b": 9000, "c": 4000, "d": 4500}
    data = eaf(tier("Client", ("a", "b", "I could not sleep")) + tier("Counsellor", ("c", "d", "sleep")), slots)

    assert [turn[0] for turn in spoken(data)] == ["Client", "Counsellor"]


def test_a_person_s_words_apart_from_their_sentences_are_not_read_twice():
    slots = {"a": 0, "b": 500, "c": 900}
    words = tier("Client_w", ("a", "b", "so"), ("b", "c", "tired"))
    data = eaf(tier("Client", ("a", "c", "so tired")) + words, slots)

    assert spoken(data) == [("Client", 0, 900, "so tired")]


@pytest.mark.parametrize(("unit", "start_ms"), [("PAL-frames", 1000), ("NTSC-frames", 834), ("parsecs", 25)])
def test_frames_are_units_of_time(unit, start_ms):
    data = eaf(tier("Anna", ("a", "b", "Hard.")), {"a": 25, "b": 50}, header=f'TIME_UNITS="{unit}"')

    assert spoken(data)[0][1] == start_ms
    assert any("parsecs" in message for message in warnings(read_transcript(data))) == (unit == "parsecs")


@pytest.mark.parametrize("time", ["-5", "soon", "1e30", "nan", "1000.4"])
def test_a_time_that_is_none_is_treated_as_not_set(time):
    data = eaf(tier("Anna", ("a", "b", "Hard.")), {"a": time, "b": 2000})

    assert spoken(data) == [("Anna", 1000 if time == "1000.4" else None, 2000, "Hard.")]


def test_annotations_that_refer_to_each_other_in_a_circle_have_no_time():
    circle = "".join(
        f'<ANNOTATION><REF_ANNOTATION ANNOTATION_ID="{own}" ANNOTATION_REF="{other}"><ANNOTATION_VALUE>no'
        "</ANNOTATION_VALUE></REF_ANNOTATION></ANNOTATION>"
        for own, other in (("x", "y"), ("y", "x"))
    )
    data = eaf(f'<TIER TIER_ID="A" PARENT_REF="B">{circle}</TIER><TIER TIER_ID="B" PARENT_REF="A"/>', {})

    assert [turn[1:3] for turn in spoken(data)] == [(None, None), (None, None)]


def test_a_tier_that_is_not_there_is_refused_with_those_that_are():
    with pytest.raises(TranscriptRefused, match="it has “Anna”"):
        read_transcript(eaf(tier("Anna", ("a", "b", "Hard.")), ONE), options=ReadingOptions(tiers=("Ben",)))


@pytest.mark.parametrize(("data", "code"), [(eaf("", {}), "no_turns"), (eaf("", {})[:-9], "bad_xml")])
def test_a_file_without_tiers_or_cut_off_is_refused(data, code):
    with pytest.raises(TranscriptRefused) as refusal:
        read_transcript(data)

    assert refusal.value.code == code
