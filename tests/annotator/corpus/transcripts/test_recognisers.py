"""JSON of speech recognisers, with what they leave out, say twice or get wrong."""

import json

import pytest

from annotator.corpus.transcripts import ReadingOptions, Transcript, TranscriptRefused, read_transcript


def read(document: object, **options: object) -> Transcript:
    return read_transcript(json.dumps(document).encode(), options=ReadingOptions(**options))


def spoken(transcript: Transcript) -> list[tuple[str | None, int | None, int | None, str]]:
    return [(turn.speaker, turn.start_ms, turn.end_ms, turn.text) for turn in transcript.turns]


def messages(transcript: Transcript, severity: str = "warning") -> list[tuple[str, str]]:
    return [(remark.where, remark.message) for remark in transcript.remarks if remark.severity == severity]


def test_whisper_s_words_without_segments_become_sentences():
    words = [("How", 0.0, 0.3), ("was", 0.3, 0.5), ("it?", 0.5, 0.9), ("Hard.", 1.4, 2.0)]
    document = {"text": "…", "words": [{"word": word, "start": start, "end": end} for word, start, end in words]}

    assert spoken(read(document)) == [(None, 0, 900, "How was it?"), (None, 1400, 2000, "Hard.")]


def test_one_piece_of_text_is_refused_with_the_way_out():
    with pytest.raises(TranscriptRefused, match="verbose_json"):
        read({"text": "How was it? Hard."})


def test_a_last_chunk_without_an_end_is_kept_and_said():
    document = {
        "text": "",
        "chunks": [{"timestamp": [0, 1.5], "text": " No."}, {"timestamp": [1.5, None], "text": " Yes."}],
    }
    transcript = read(document, gap_ms=0)

    assert spoken(transcript) == [(None, 0, 1500, "No."), (None, 1500, None, "Yes.")]
    assert ("chunk 2", "A time is missing or can't be read; the entry is kept without it.") in messages(transcript)


def test_chunks_that_the_list_with_speakers_lacks_are_kept_without_a_speaker():
    chunks = [
        {"timestamp": [at, at + 1], "text": text} for at, text in ((0, " Why?"), (1, " No, no."), (2, " I left."))
    ]
    speakers = [{**chunk, "speaker": who} for chunk, who in zip(chunks[:2], ("A", "B"), strict=True)]
    transcript = read({"speakers": speakers, "chunks": chunks, "text": "…"})

    assert spoken(transcript) == [
        ("Speaker A", 0, 1000, "Why?"), ("Speaker B", 1000, 2000, "No, no."), (None, 2000, 3000, "I left."),
    ]  # fmt: skip
    message = "2 word(s) stand in one of the file's two lists only and were kept: “I left.”."
    assert ("word 4", message) in messages(transcript)


def test_whisper_cpp_s_stamps_serve_where_offsets_are_absent_and_changes_are_counted():
    stamps = {"from": "00:00:01,000", "to": "00:00:02,500"}
    entry = {"timestamps": stamps, "text": " Hard.", "speaker": "?", "speaker_turn_next": True}
    transcript = read({"transcription": [entry]})

    assert spoken(transcript) == [(None, 1000, 2500, "Hard.")]
    assert any("1 change(s) of speaker" in message for _, message in messages(transcript))


def item(word: str, start: str | None = None, end: str | None = None, **more: object) -> dict[str, object]:
    kind = "pronunciation" if start else "punctuation"
    times = {"start_time": start, "end_time": end} if start else {}
    return {"type": kind, "alternatives": [{"content": word}], **times, **more}


def test_amazon_s_channels_are_one_conversation():
    channels = [
        {
            "channel_label": "ch_0",
            "items": [item("Well", "0.0", "0.4"), item("?"), item("Why", "3.0", "3.4"), item("?")],
        },
        {"channel_label": "ch_1", "items": [item("Hard", "1.0", "1.5"), item(".")]},
    ]
    document = {"results": {"channel_labels": {"channels": channels, "number_of_channels": 2}, "items": []}}

    assert spoken(read(document)) == [
        ("ch_0", 0, 400, "Well?"),
        ("ch_1", 1000, 1500, "Hard."),
        ("ch_0", 3000, 3400, "Why?"),
    ]


def test_an_amazon_word_outside_all_segments_has_no_speaker():
    segments = [{"start_time": "0.0", "end_time": "1.0", "speaker_label": "spk_0"}]
    items = [item("Well", "0.2", "0.5"), item("no", "5.0", "5.4")]
    transcript = read({"results": {"speaker_labels": {"segments": segments}, "items": items}})

    assert [turn.speaker for turn in transcript.turns] == ["spk_0", None]


def nested(*, has_items: bool) -> dict[str, object]:
    """A short "Mm-hm" inside another's segment, in a file of the older kind."""
    spoken = [("No", "0.0", "0.4", "spk_0"), ("Mm-hm", "1.1", "1.4", "spk_1"), ("really", "3.0", "3.4", "spk_0")]
    spans = {"spk_0": ("0.0", "3.5"), "spk_1": ("1.0", "2.0")}
    segments = [
        {
            "start_time": start,
            "end_time": end,
            "speaker_label": label,
            "items": [{"start_time": at, "end_time": to} for _, at, to, who in spoken if who == label and has_items],
        }
        for label, (start, end) in spans.items()
    ]
    items = [item(word, start, end) for word, start, end, _ in spoken]
    return {"results": {"speaker_labels": {"segments": segments}, "items": items}}


@pytest.mark.parametrize(("has_items", "listener"), [(True, "spk_1"), (False, None)])
def test_an_amazon_word_is_its_speaker_s_after_another_s_inside_the_segment(has_items, listener):
    transcript = read(nested(has_items=has_items), gap_ms=0)

    assert [(turn.speaker, turn.text) for turn in transcript.turns] == [
        ("spk_0", "No"), (listener, "Mm-hm"), ("spk_0", "really"),
    ]  # fmt: skip


def test_chinese_words_are_put_together_without_blanks():
    items = [item("我", "0.0", "0.2"), item("很", "0.2", "0.4"), item("好", "0.4", "0.6"), item("。")]

    assert spoken(read({"results": {"items": items}})) == [(None, 0, 600, "我很好。")]


def google(*results: list[dict[str, object]]) -> dict[str, object]:
    return {"results": [{"alternatives": [{"transcript": "", "words": words}]} for words in results]}


def test_words_that_google_s_diarised_result_lacks_are_kept_without_a_speaker():
    plain = {"alternatives": [{"transcript": "how was it"}], "resultEndTime": "1s"}
    tagged = {"alternatives": [{"words": [{"word": "how", "startTime": "0s", "endTime": "0.5s", "speakerTag": 1}]}]}
    transcript = read({"results": [plain, tagged]})

    assert spoken(transcript) == [("Speaker 1", 0, 500, "how"), (None, 0, 1000, "was it")]
    assert ("word 2", "2 word(s) stand in one of the file's two lists only and were kept: “was it”.") in messages(
        transcript
    )


@pytest.mark.parametrize("before", [["Good", "morning,", "Anna."], ["no", "no", "no", "no", "no"]])
def test_a_google_result_with_speakers_that_says_something_else_takes_no_other_s_place(before):
    plain = [{"word": word, "endTime": f"0.{n + 1}s"} for n, word in enumerate(before)]
    tagged = [{"word": "no", "startTime": f"{n}s", "endTime": f"{n}.5s", "speakerTag": 2} for n in (3, 4, 5)]
    transcript = read(google(plain, tagged))

    assert " ".join(turn.text for turn in transcript.turns) == " ".join([*before, "no", "no", "no"])


def test_google_s_results_with_speakers_each_are_all_read():
    first = [{"word": "Why?", "startOffset": "0.500s", "endOffset": "0.9s", "speakerLabel": "1"}]
    second = [{"word": "Hard.", "startOffset": "1.500s", "endOffset": "2s", "speakerLabel": "2"}]

    assert spoken(read(google(first, second))) == [("Speaker 1", 500, 900, "Why?"), ("Speaker 2", 1500, 2000, "Hard.")]


def test_google_s_results_are_found_in_operations_and_batches_and_other_spellings():
    word = {"word": "Hard.", "start_time": {"seconds": "1", "nanos": 200_000_000}, "end_time": {"seconds": 2}}
    inside = {"results": [{"alternatives": [{"transcript": "Hard.", "words": [word]}]}]}

    for document in ({"name": "1", "done": True, "response": inside}, {"results": {"gs://x": {"transcript": inside}}}):
        assert spoken(read(document)) == [(None, 1200, 2000, "Hard.")]


def test_a_zero_that_google_leaves_out_is_the_beginning():
    assert spoken(read(google([{"word": "Hard.", "endOffset": "0.4s"}]))) == [(None, 0, 400, "Hard.")]


def test_a_google_result_without_word_times_begins_where_the_one_before_ends():
    results = [
        {"alternatives": [{"transcript": text}], "resultEndTime": end}
        for text, end in (("Why?", "1s"), ("Hard.", "3.5s"))
    ]
    transcript = read({"results": results})

    assert spoken(transcript) == [(None, 0, 1000, "Why?"), (None, 1000, 3500, "Hard.")]
    assert [where for where, message in messages(transcript) if "taken to begin" in message] == ["result 1", "result 2"]


def test_azure_s_channels_failures_and_iso_durations():
    phrases = [
        {"channel": 0, "offset": "PT1M1.5S", "duration": "PT0.5S", "nBest": [{"display": "Why?"}, {"display": "Wry?"}]},
        {"channel": 0, "recognitionStatus": "Failure", "offset": "PT70S", "duration": "PT1S"},
        {"channel": 1, "speaker": 2, "offset": "PT50S", "duration": "soon", "nBest": [{"display": "Hard."}]},
    ]
    transcript = read({"recognizedPhrases": phrases})

    assert spoken(transcript) == [
        ("Channel 1, Speaker 2", 50_000, None, "Hard."),
        ("Channel 0", 61_500, 62_000, "Why?"),
    ]
    assert messages(transcript, "error") == [("phrase 2", "Left out: it has no text (Azure says “Failure”).")]


def test_deepgram_s_words_serve_where_it_made_no_utterances():
    words = [
        {"word": "why", "punctuated_word": "Why?", "start": 0.1, "end": 0.5, "speaker": 0},
        {"word": "hard", "punctuated_word": "Hard.", "start": 0.9, "end": 1.2, "speaker": 1},
    ]
    document = {"results": {"channels": [{"alternatives": [{"transcript": "…", "words": words}]}]}}

    assert spoken(read(document)) == [("Speaker 0", 100, 500, "Why?"), ("Speaker 1", 900, 1200, "Hard.")]


@pytest.mark.parametrize("n_channels", [1, 2])
def test_deepgram_s_words_that_stand_in_no_utterance_are_kept(n_channels):
    times = [("no", 0.1), ("no", 0.5), ("No.", 0.9), ("Bye.", 5.0)]
    words = [{"word": word, "start": start, "end": start + 0.3, "speaker": 1} for word, start in times]
    utterances = [{"start": 0.1, "end": 0.8, "transcript": "No, no.", "speaker": 1, "channel": 0}]
    channels = [{"alternatives": [{"transcript": "…", "words": words}]}, {}][:n_channels]
    transcript = read({"results": {"channels": channels, "utterances": utterances}}, gap_ms=0)

    speaker = "Speaker 1" if n_channels == 1 else "Channel 0, Speaker 1"
    assert spoken(transcript) == [
        (speaker, 100, 800, "No, no."), (speaker, 900, 1200, "No."), (speaker, 5000, 5300, "Bye."),
    ]  # fmt: skip
    message = "2 word(s) stand in one of the file's two lists only and were kept: “No. … Bye.”."
    assert ("word 3", message) in messages(transcript)


def test_a_deepgram_channel_without_utterances_is_read_beside_one_with_them():
    words = [{"word": "mhm", "start": 0.5, "end": 0.8}]
    channels = [{"alternatives": [{"transcript": "why", "words": []}]}, {"alternatives": [{"words": words}]}]
    document = {
        "results": {"channels": channels, "utterances": [{"start": 0, "end": 1, "transcript": "Why?", "channel": 0}]}
    }

    assert spoken(read(document)) == [("Channel 0", 0, 1000, "Why?"), ("Channel 1", 500, 800, "mhm")]


def test_deepgram_s_channels_tell_the_speakers():
    utterances = [
        {"start": 1, "end": 2, "channel": 1, "transcript": "Hard.", "speaker": 0},
        {"start": 0, "end": 1, "channel": 0, "transcript": "Why?", "speaker": 0},
    ]
    transcript = read({"results": {"channels": [{}, {}], "utterances": utterances}})

    assert [turn.speaker for turn in transcript.turns] == ["Channel 0, Speaker 0", "Channel 1, Speaker 0"]


def test_assemblyai_s_failure_is_told():
    with pytest.raises(TranscriptRefused, match="failed: no audio"):
        read({"status": "error", "error": "no audio", "audio_url": "x", "words": None, "utterances": None})


def test_assemblyai_s_words_join_by_speaker():
    words = [
        {"text": text, "start": at, "end": at + 300, "speaker": who}
        for text, at, who in (("Why?", 0, "A"), ("No.", 400, "C"))
    ]
    transcript = read({"audio_duration": 1, "utterances": None, "words": words})

    assert spoken(transcript) == [("Speaker A", 0, 300, "Why?"), ("Speaker C", 400, 700, "No.")]


def test_assemblyai_s_words_that_stand_in_no_utterance_are_kept():
    words = [{"text": text, "start": at, "end": at + 300, "speaker": "A"} for text, at in (("Why?", 0), ("No.", 900))]
    utterances = [{"text": "Why?", "start": 0, "end": 300, "speaker": "A"}]
    transcript = read({"audio_duration": 1, "utterances": utterances, "words": words}, gap_ms=0)

    assert spoken(transcript) == [("Speaker A", 0, 300, "Why?"), ("Speaker A", 900, 1200, "No.")]


def test_words_in_another_order_where_people_speak_at_once_are_read_once():
    heard = [("I", 0, "A"), ("mhm", 200, "B"), ("thought", 400, "A"), ("so", 800, "A")]
    words = [{"text": text, "start": at, "end": at + 300, "speaker": who} for text, at, who in heard]
    utterances = [
        {"text": "I thought so.", "start": 0, "end": 1100, "speaker": "A"},
        {"text": "Mhm.", "start": 200, "end": 500, "speaker": "B"},
    ]
    transcript = read({"audio_duration": 1, "utterances": utterances, "words": words})

    assert [turn.text for turn in transcript.turns] == ["I thought so.", "Mhm."]
    assert messages(transcript) == []


def test_rev_s_named_speakers_clocks_and_unheard_words():
    elements = [
        {"type": "text", "value": "Hard", "timestamp": "00:00:01,200", "end_timestamp": "00:00:01,700"},
        {"type": "punct", "value": ", "},
        {"type": "unknown", "value": "<inaudible>"},
    ]
    document = {"speakers": [{"id": 3, "name": "Anna"}], "monologues": [{"speaker": 3, "elements": elements}]}

    assert spoken(read(document)) == [("Anna", 1200, 1700, "Hard, <inaudible>")]


def test_a_key_that_stands_twice_is_a_warning():
    transcript = read_transcript(b'{"segments": [{"text": "No.", "text": "Yes.", "start": 0, "end": 1}]}')

    assert transcript.turns[0].text == "Yes."
    assert ("", "The key “text” stands twice in one object; the last one counts.") in messages(transcript)


def test_a_broken_line_of_json_lines_is_named():
    with pytest.raises(TranscriptRefused, match="line 2 breaks"):
        read_transcript(b'{"text": "a", "label": []}\n{"text": \n')


def test_unknown_json_is_refused_with_its_keys():
    with pytest.raises(TranscriptRefused, match="Its keys are “pages”, “title”"):
        read({"pages": [1], "title": "x"})


def test_the_same_remark_at_many_places_is_said_once():
    transcript = read({"segments": [{"text": "No.", "end": 0} for _ in range(500)]})

    missing = [message for _, message in messages(transcript) if message.startswith("A time is missing")]
    assert len(missing) == 1
    assert "at 499 more places: segment 2," in missing[0]
