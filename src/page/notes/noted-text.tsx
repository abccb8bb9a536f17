/** A piece of text with the targets of notes marked around its matches. */
import type { ComponentChildren } from 'preact';
import type { Note } from '../api/answers.ts';
import { MarkedText, type MarkedTextProps, reveal } from '../item/marked-text.tsx';
import { shownNote } from '../state/notes.ts';
import { NoteSign } from './note-sign.tsx';
import '../styles/notes.css';

interface NotedTextProps extends MarkedTextProps {
  readonly notes: readonly Note[];
}

interface Passage {
  readonly note: Note;
  /** Offset in the piece. */
  readonly start: number;
  readonly end: number;
}

export function NotedText({ notes, ...marked }: NotedTextProps) {
  const passages = passagesIn(notes, marked);
  if (passages.length === 0) return <MarkedText {...marked} />;
  const { text, offset } = marked;
  const places = passages.flatMap(({ start, end }) => [Math.max(0, start), Math.min(text.length, end)]);
  const cuts = [...new Set([0, ...places, text.length])].sort((a, b) => a - b);
  const pieces: ComponentChildren[] = [];
  for (const [i, from] of cuts.slice(0, -1).entries()) {
    const to = cuts[i + 1]!;
    const own = passages.filter(({ start, end }) => start <= from && end >= to);
    const piece = <MarkedText key={from} {...marked} text={text.slice(from, to)} offset={offset + from} />;
    pieces.push(own.length === 0 ? piece : <Noted key={from} passages={own} from={from} piece={piece} />);
    for (const { note, end } of own) if (end === to) pieces.push(<NoteSign key={`note ${note.n}`} note={note} />);
  }
  return <>{pieces}</>;
}

function passagesIn(notes: readonly Note[], { text, offset }: MarkedTextProps): readonly Passage[] {
  const passages: Passage[] = [];
  for (const note of notes) {
    const { range } = note;
    if (range === undefined || 'property' in range) continue;
    const [start, end] = [range.start - offset, range.end - offset];
    if (end > 0 && start < text.length) passages.push({ note, start, end });
  }
  return passages;
}

interface NotedProps {
  readonly passages: readonly Passage[];
  readonly from: number;
  readonly piece: ComponentChildren;
}

function Noted({ passages, from, piece }: NotedProps) {
  const shown = passages.find(({ note }) => note.n === shownNote.value);
  return (
    <mark
      class="noted"
      aria-current={shown === undefined ? undefined : 'true'}
      ref={shown !== undefined && shown.start === from ? reveal : null}
    >
      {piece}
    </mark>
  );
}
