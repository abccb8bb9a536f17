/**
 * Parses lines of a transcript, each with its time if it has one: SRT, WebVTT, and texts whose lines begin with a time, such as
 * `[00:01:02] Good morning`.
 */

export interface TranscriptLine {
  /** Null if none is known. */
  readonly seconds: number | null;
  readonly text: string;
}

const CLOCK = '(?:(\\d{1,3}):)?(\\d{1,2}):(\\d{2})(?:[.,](\\d{1,3}))?';
const RANGE = new RegExp(`^\\s*${CLOCK}\\s*-->\\s*${CLOCK}(.*)$`);
const STAMP = new RegExp(`^\\s*[\\[(]?${CLOCK}(?:\\s*[-–]\\s*${CLOCK})?[\\])]?(?=[\\s:;,-])[\\s:;,-]*(.+)$`);
const NUMBER = /^\s*\d+\s*$/;

export function transcriptLines(text: string): readonly TranscriptLine[] {
  const lines = text.split(/\r\n|[\n\r]/);
  const found: TranscriptLine[] = [];
  /** The time of the cue to which the next lines belong. */
  let cue: number | null = null;
  for (const [i, line] of lines.entries()) {
    const range = RANGE.exec(line);
    if (range !== null) {
      cue = secondsOf(range);
      continue;
    }
    if (line.trim() === '') {
      cue = null;
      continue;
    }
    if (i === 0 && /^\ufeff?WEBVTT\b/.test(line)) continue;
    // The number of a cue precedes its times.
    if (NUMBER.test(line) && RANGE.test(lines[i + 1] ?? '')) continue;
    const stamp = STAMP.exec(line);
    if (stamp !== null && cue === null) found.push({ seconds: secondsOf(stamp), text: stamp.at(-1)!.trim() });
    else found.push({ seconds: cue, text: line.trim() });
  }
  return found;
}

function secondsOf([, hours = '0', minutes, seconds, fraction = '0']: readonly string[]): number {
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds) + Number(`0.${fraction}`);
}
