/**
 * Short spellings of long queries. `{{60×the }}` is sixty times `the `, and `#` in it is the number of the repetition. The
 * innermost repetitions are expanded first.
 */
const REPEATED = /\{\{(\d+)×((?:(?!\{\{|\}\}).)*)\}\}/s;

export function writtenOut(short) {
  let text = short;
  for (let match = REPEATED.exec(text); match !== null; match = REPEATED.exec(text)) {
    const [whole, count, part] = match;
    const pieces = Array.from({ length: Number(count) }, (_, i) => part.replaceAll('#', String(i)));
    text = text.slice(0, match.index) + pieces.join('') + text.slice(match.index + whole.length);
  }
  return text;
}
