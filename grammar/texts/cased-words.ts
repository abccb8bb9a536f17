/** Words in the case in which they are written: `cased:US`, `cased:"US Army"`, as an expression over the text. */

const WORD = /[\p{Alphabetic}\p{M}\p{Nd}\p{Pc}\p{Join_Control}]/u;
/** Characters with another meaning in an expression. */
const SIGNS = /[\\^$.*+?()[\]{}|/-]/g;

/** Returns the expression that finds them: with any white space between two words, and no letter or digit before or after. */
export function casedPattern(text: string): string {
  const words = text.trim().split(/\s+/u);
  const [first, last] = [words[0]!, words.at(-1)!];
  const pattern = words.map((word) => word.replace(SIGNS, '\\$&')).join('\\s+');
  const isWordFirst = WORD.test(String.fromCodePoint(first.codePointAt(0)!));
  const isWordLast = WORD.test([...last].at(-1)!);
  return `(?-i)${isWordFirst ? '\\b' : ''}${pattern}${isWordLast ? '\\b' : ''}`;
}
