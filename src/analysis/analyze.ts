/** The analyzer for short texts: what a query says. */
import { Tokenizer } from './tokenizer.ts';

/**
 * Names what the tokens of a text depend on beyond this code: which code points the runtime holds for letters, and its
 * normalisation. An index built under another value can differ in characters that Unicode has added since.
 */
export const ANALYSIS_VERSION = `1-unicode-${process.versions.unicode}`;

let tokens: string[] = [];
const tokenizer = new Tokenizer({
  token(units, length) {
    let token = '';
    for (let i = 0; i < length; i++) token += String.fromCharCode(units[i]!);
    tokens.push(token);
  },
});

/** Returns the tokens of a text, in order; a token's index is its position. */
export function analyze(text: string): string[] {
  tokens = []; // one tokenizer for all queries: its buffers cost more than a query's text
  tokenizer.feed(text);
  tokenizer.finish();
  return tokens;
}
