/** A side in a separate process. It answers each line with the answer, then microseconds; `-` if unsupported. */
import { LineProcess } from '../engines/line-process.ts';
import type { Answered, Side } from './side.ts';

export function lineSide(name: string, command: readonly string[]): Side {
  const asked = new LineProcess(command);
  const ask = async (...words: (string | number)[]): Promise<Answered | null> => {
    const line = await asked.line(words.join('\t'));
    const tab = line.lastIndexOf('\t');
    return line === '-' ? null : { answer: line.slice(0, tab), milliseconds: Number(line.slice(tab + 1)) / 1000 };
  };
  return {
    name,
    facets: (from) => ask('FACETS', from),
    page: (field, from, offset, limit) => ask('SORT', field, from, offset, limit),
    next: (field, from, limit) => ask('NEXT', field, from, limit),
    snippets: (word, limit, pieces) => ask('SNIPPETS', word, limit, pieces),
    end: () => asked.end(),
  };
}
