/** Pieces of text around matches, with their marks. */
import type { ComponentChildren } from 'preact';
import type { Snippet } from '../api/answers.ts';
import { visible } from '../shell/visible-text.tsx';

export function SnippetLine({ snippet: { field, text, marks } }: { readonly snippet: Snippet }) {
  const pieces: ComponentChildren[] = [];
  let from = 0;
  for (const [start, end] of marks) {
    if (start < from) continue;
    pieces.push(visible(text.slice(from, start).replace(/\s/g, ' ')));
    pieces.push(<mark>{visible(text.slice(start, end))}</mark>);
    from = end;
  }
  pieces.push(visible(text.slice(from).replace(/\s/g, ' ')));
  return (
    <span class="snippet">
      {field !== 'content' && <span class="snippet-field">{field} </span>}
      <bdi dir="auto">{pieces}</bdi>
    </span>
  );
}
