/** The analyzer for short texts: those of a query. */
import { Tokenizer } from './tokenizer.ts';

/**
 * Names what tokens depend on besides this code: which code points the runtime considers letters, and its
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
  tokens = []; // One tokenizer for all queries: its buffers cost more than the text of a query.
  tokenizer.feed(text);
  tokenizer.finish();
  return tokens;
}
