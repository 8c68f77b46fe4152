"""Small things that exports of one program or another do."""

import json

import pytest

from annotator.corpus.transcripts import Transcript, read_transcript

Turns = list[tuple[str | None, int | None, int | None, str]]


def read(text: str) -> Transcript:
    return read_transcript(text.encode())


def turns(text: str) -> Turns:
    return [(turn.speaker, turn.start_ms, turn.end_ms, turn.text) for turn in read(text).turns]


def captions(*lines: str) -> str:
    return "".join(f"00:{n * 5:02}.000 --> 00:{n * 5 + 1:02}.000\n{line}\n\n" for n, line in enumerate(lines))


CITED = "<cite>Anna:</cite><time>0:05</time><p>Hello.</p><cite>Ben:</cite><time>0:09</time><p>Hi.</p>"


@pytest.mark.parametrize(
    ("first", "start_ms"),
    [("<time>0:00</time><p>Welcome.</p>", 0), ("<p>Welcome.</p>", None), ("<p><time>0:00</time> Welcome.</p>", 0)],
)
def test_a_podcast_s_first_paragraph_without_a_cite_is_somebody_s(first, start_ms):
    page = f"<html><body><h1>Episode 7</h1>{first}{CITED}</body></html>"

    assert turns(page) == [
        (None, start_ms, None, "Welcome."),
        ("Anna", 5000, None, "Hello."),
        ("Ben", 9000, None, "Hi."),
    ]
    assert any("“Episode 7”" in remark.message for remark in read(page).remarks)


def test_a_later_time_without_a_cite_begins_a_turn_that_is_asked_about():
    page = f"<html><body>{CITED}<time>0:12</time><p>Well.</p>{CITED.replace('0:0', '0:2')}</body></html>"

    assert turns(page)[2] == (None, 12_000, None, "Well.")


@pytest.mark.parametrize("key", ["segments", "words"])
def test_stops_on_their_own_go_to_the_word_before(key):
    said = [(0, 0.5, "Well"), (0.5, 0.5, ","), (0.6, 1, "no"), (1, 1, ".")]
    name = "text" if key == "segments" else "word"

    document = {key: [{"start": start, "end": end, name: text} for start, end, text in said]}

    assert turns(json.dumps(document)) == [(None, 0, 1000, "Well, no.")]


def test_an_ellipsis_and_another_s_question_mark_stay_turns():
    assert [turn[3] for turn in turns("T: How was it?\nC: ...\nT: ?\nC: Hard.\n")] == [
        "How was it?",
        "...",
        "?",
        "Hard.",
    ]


@pytest.mark.parametrize(
    "header", ["In,Out,Speaker,Text", "IN,OUT,Name,Transcript", "Timecode In,Timecode Out,Speaker,Text"]
)
def test_in_and_out_are_when_a_row_begins_and_ends(header):
    assert turns(f"{header}\n0:01,0:02,T,Hello there\n0:03,0:04,C,Well hello\n") == [
        ("T", 1000, 2000, "Hello there"),
        ("C", 3000, 4000, "Well hello"),
    ]


@pytest.mark.parametrize(
    ("timing", "start_ms", "end_ms"),
    [
        ("0:00:0x.000,0:00:03.500", None, 3500),
        ("0:00:03.000,0:00:0?.500", 3000, None),
        ("0:00:03.000, 0:00:3O.5", 3000, None),
    ],
)
def test_an_unreadable_time_of_sbv_is_no_speech(timing, start_ms, end_ms):
    text = f"0:00:01.000,0:00:02.000\nHi.\n\n{timing}\nWell.\n\n0:00:14.000,0:00:15.000\nBye.\n"

    assert turns(text) == [(None, 1000, 2000, "Hi."), (None, start_ms, end_ms, "Well."), (None, 14_000, 15_000, "Bye.")]
    assert any("can't be read" in remark.message for remark in read(text).remarks)


@pytest.mark.parametrize("again", ["WEBVTT", "WEBVTT - part 2", "WEBVTT Kind: captions"])
@pytest.mark.parametrize(
    "between", ["WEBVTT\n{}\n\n", "WEBVTT\n\n{}\n\n", "WEBVTT\n\n00:01.000 --> 00:02.000\nHi.\n\n{}\n\n"]
)
def test_a_second_line_webvtt_is_no_speech(again, between):
    text = between.format(again) + "00:13.000 --> 00:14.000\nBye.\n"

    assert [turn[3] for turn in turns(text)] == ["Hi.", "Bye."][-len(turns(text)) :]
    assert "WEBVTT" not in " ".join(turn[3] for turn in turns(text))


@pytest.mark.parametrize(
    "header", ["", "[INFORMATION]\n[TITLE]Talk\n[END INFORMATION]\n[SUBTITLE]\n[COLF]&HFFF,[STYLE]bd\n"]
)
def test_subviewer_breaks_its_lines_with_br(header):
    assert turns(f"{header}00:00:01.00,00:00:02.50\nHi there[br]you.\n\n00:00:05.00,00:00:06.00\nBye.\n") == [
        (None, 1000, 2500, "Hi there you."),
        (None, 5000, 6000, "Bye."),
    ]


def test_names_in_brackets_in_captions_are_speakers_and_sounds_are_none():
    assert turns(captions("[Anna] Hi.", "[Ben] Hello.", "[Music]", "[Anna] [laughs] So?"))[0::2] == [
        ("Anna", 0, 1000, "Hi."),
        (None, 10_000, 11_000, "[Music]"),
    ]
    assert read(captions("[Anna] Hi.", "[Ben] Hello.", "[Anna] So?", "[Ben] [sighs] No.")).speakers == ("Anna", "Ben")
    with_music = read(captions("[Anna] Hi.", "[Ben] Hello.", "[Music] la la", "[Anna] So?"))
    assert with_music.speakers == ("Anna", "Ben")
    assert read(captions("[Anna] Hi.", "[Ben] Hello.")).speakers == ("Anna", "Ben")
    assert read(captions("[Laughter] Hi.", "[Applause] Hello.", "[Laughter] So?")).speakers == ()
    assert read(captions("[laughs] Hi.", "[sighs] Hello.", "[laughs] So?")).speakers == ()


@pytest.mark.parametrize("name", ["**{}**:", "**{}:**", "__{}__:", "*{}*:", "*{}:*", "- **{}**:"])
def test_names_in_bold_are_names(name):
    anna, ben = name.format("Anna"), name.format("Ben")

    for text in (f"{anna} Hi.\n{ben} Hello.\n{anna} So?\n", captions(f"{anna} Hi.", f"{ben} Hello.", f"{anna} So?")):
        assert [(turn[0], turn[3]) for turn in turns(text)] == [("Anna", "Hi."), ("Ben", "Hello."), ("Anna", "So?")]


def test_captions_of_youtube_in_json_are_read():
    events = [
        {"tStartMs": 0, "dDurationMs": 9000, "id": 1, "wpWinPosId": 1},
        {
            "tStartMs": 1000,
            "dDurationMs": 4000,
            "segs": [{"utf8": "I"}, {"utf8": " have", "tOffsetMs": 300}, {"utf8": " not"}],
        },
        {"tStartMs": 3000, "dDurationMs": 2000, "aAppend": 1, "segs": [{"utf8": "\n"}]},
        {"tStartMs": 3010, "dDurationMs": 3000, "segs": [{"utf8": "slept\nfor"}, {"utf8": " days"}]},
        {"tStartMs": 20_000, "dDurationMs": 3000, "segs": [{"utf8": "[Music]"}]},
    ]

    transcript = read(json.dumps({"wireMagic": "pb3", "pens": [{}], "events": events}))

    assert transcript.format == "youtube-json3"
    assert [(turn.start_ms, turn.end_ms, turn.text) for turn in transcript.turns] == [
        (1000, 6010, "I have not slept for days"),
        (20_000, 23_000, "[Music]"),
    ]


def test_words_in_spans_with_their_times_are_read():
    word = '<span data-m="{}" data-d="{}">{} </span>'
    named = '<span class="speaker" data-m="{}" data-d="0">[{}] </span>'
    page = (
        "<article><section>"
        f"<p>{named.format(1000, 'Anna')}{word.format(1000, 300, 'Hello')}{word.format(1300, 400, 'there.')}</p>"
        f"<p>{named.format(5000, 'Ben')}{word.format(5000, 300, 'Hi.')}</p>"
        f"<p>{named.format(9000, 'Anna')}{word.format(9000, 300, 'So?')}</p>"
        "</section></article>"
    )

    assert turns(page) == [
        ("Anna", 1000, 1700, "Hello there."),
        ("Ben", 5000, 5300, "Hi."),
        ("Anna", 9000, 9300, "So?"),
    ]


@pytest.mark.parametrize("names", [("ORT", "KAN"), ("ORT-MAU", "KAN-MAU", "MAU"), ("ORT-MAU", "KAS-MAU", "MAS")])
def test_the_tiers_of_webmaus_are_one_speaker_s(names):
    labels = {
        "ORT": ("hello", "there"),
        "KAN": ("h@l@U", "De@"),
        "KAS": ("h@.l@U", "De@"),
        "MAU": ("h", "D"),
        "MAS": ("h@", "D"),
    }
    tiers = "".join(
        f'"IntervalTier"\n"{name}"\n0\n2\n2\n0\n1\n"{labels[name[:3]][0]}"\n1\n2\n"{labels[name[:3]][1]}"\n'
        for name in names
    )
    text = f'File type = "ooTextFile"\nObject class = "TextGrid"\n\n0\n2\n<exists>\n{len(names)}\n{tiers}'

    assert turns(text) == [(None, 0, 2000, "hello there")]


@pytest.mark.parametrize(
    ("said", "text"),
    [
        (["¿", "Qué", "?"], "¿Qué?"),
        (["Well", "(", "yes", ")", "."], "Well (yes)."),
        (["So", "“", "no", "”"], "So “no”"),
        (["that", "'s", "it"], "that's it"),
    ],
)
def test_brackets_and_quotes_on_their_own_go_to_what_they_stand_at(said, text):
    segments = [{"start": at, "end": at + 1, "text": each} for at, each in enumerate(said)]

    assert turns(json.dumps({"segments": segments})) == [(None, 0, len(said) * 1000, text)]


def test_each_person_s_words_of_webmaus_are_read():
    names = {"T-ORT": ("hello", "there"), "T-KAN": ("h@l@U", "De@"), "C-ORT": ("good", "bye"), "C-KAN": ("gUd", "baI")}
    tiers = "".join(
        f'"IntervalTier"\n"{name}"\n0\n4\n2\n{at}\n{at + 1}\n"{one}"\n{at + 1}\n{at + 2}\n"{other}"\n'
        for at, (name, (one, other)) in zip((0, 0, 2, 2), names.items(), strict=True)
    )
    text = f'File type = "ooTextFile"\nObject class = "TextGrid"\n\n0\n4\n<exists>\n{len(names)}\n{tiers}'

    assert turns(text) == [("T", 0, 2000, "hello there"), ("C", 2000, 4000, "good bye")]


@pytest.mark.parametrize("names", ["speaker-0 speaker-1", "speaker_1 speaker_2", "SPEAKER_00 SPEAKER_01", "s1 s2"])
def test_numbered_names_in_brackets_before_words_in_spans_are_speakers(names):
    said = [
        f'<p><span class="speaker" data-m="{2000 * n}" data-d="0">[{names.split()[n % 2]}] </span>'
        f'<span data-m="{2000 * n}" data-d="300">Hello </span>'
        f'<span data-m="{2000 * n + 400}" data-d="300">{n}.</span></p>'
        for n in range(6)
    ]

    read_as = turns(f"<article><section>{''.join(said)}</section></article>")

    assert [(speaker, text) for speaker, *_, text in read_as] == [
        (names.split()[n % 2], f"Hello {n}.") for n in range(6)
    ]


def test_a_column_called_dialogue_is_what_was_said():
    assert turns("In,Out,Name,Dialogue\n0:01,0:02,T,Hello\n0:03,0:04,C,Hi\n") == [
        ("T", 1000, 2000, "Hello"),
        ("C", 3000, 4000, "Hi"),
    ]
