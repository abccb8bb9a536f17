/** Times of transcripts in the forms that programs write. */
import { expect, test } from '@jest/globals';
import { transcriptLines } from '../../../src/page/preview/transcript-lines.ts';

test('SRT and WebVTT give each cue its start time', () => {
  const srt =
    '1\r\n00:00:01,500 --> 00:00:04,000\r\nGood morning.\r\nWho is it?\r\n\r\n2\r\n01:02:03,000 --> 01:02:05,000\r\nx91\r\n';
  const cues = [
    { seconds: 1.5, text: 'Good morning.' },
    { seconds: 1.5, text: 'Who is it?' },
    { seconds: 3723, text: 'x91' },
  ];
  expect(transcriptLines(srt)).toEqual(cues);
  const vtt =
    'WEBVTT\n\n00:01.500 --> 00:04.000 align:start\nGood morning.\nWho is it?\n\n01:02:03.000 --> 01:02:05.000\nx91';
  expect(transcriptLines(vtt)).toEqual(cues);
});

test('lines that begin with a time have it, and others have none', () => {
  expect(
    transcriptLines('[00:01:02] Seven\n(2:03) Eight\n00:10 - 00:12: Nine\nten\n\n12:30 is the time, not 12:3'),
  ).toEqual([
    { seconds: 62, text: 'Seven' },
    { seconds: 123, text: 'Eight' },
    { seconds: 10, text: 'Nine' },
    { seconds: null, text: 'ten' },
    { seconds: 750, text: 'is the time, not 12:3' },
  ]);
  expect(transcriptLines('')).toEqual([]);
  expect(transcriptLines('4471 containers\n42\nend')).toEqual([
    { seconds: null, text: '4471 containers' },
    { seconds: null, text: '42' },
    { seconds: null, text: 'end' },
  ]);
});
