import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { QuerySyntaxError } from '../../../grammar/errors.ts';
import { VisibleText } from '../../../grammar/ignorables.ts';
import { nameOfInvisible, withNamedInvisibles } from '../../../grammar/invisible.ts';
import { tokenize } from '../../../grammar/lexer.ts';
import { parseQuery } from '../../../grammar/parse.ts';

const IGNORED = ['\u00ad', '\u200b', '\u2060', '\u200f', '\u202b', '\ufeff', '\ufe0f', '\u{e0100}'];

/** Tokens as coloured by the page. */
function shown(text: string): string[] {
  return tokenize(text).tokens.map(({ startOffset, endOffset }) => text.slice(startOffset, endOffset! + 1));
}

function faultOf(text: string): QuerySyntaxError {
  try {
    parseQuery(text);
  } catch (error) {
    if (error instanceof QuerySyntaxError) return error;
  }
  throw new Error(`${text} parses`);
}

describe('ignorable characters', () => {
  test('do not change operators, fields, ranges and offsets of tokens', () => {
    expect(shown('a \u200fAND\u200e b')).toEqual(['a', 'AND', 'b']);
    expect(shown('\u200ename\u200b:\u00ad"x\u00ady"~\u20602')).toEqual(['name\u200b:', '"x\u00ady"', '~\u20602']);
    expect(parseQuery('(a b)\u200b@\u200b2')).toEqual(parseQuery('(a b)@2'));
    expect(parseQuery('http\u200b://x?y')).toEqual(parseQuery('http://x?y'));
  });

  test('stay in quotes, where the analysis decides', () => {
    expect(parseQuery('"a\u200bb"')).toEqual({
      kind: 'phrase',
      field: null,
      pattern: [{ kind: 'text', text: 'a\u200bb' }],
      slop: 0,
    });
    // The text as written decides which quote closes.
    expect(parseQuery('\u200b"a\\\u200b" b')).toEqual(parseQuery('"a\\\u200b" b'));
    expect(parseQuery('"na\u00adme":x')).toMatchObject({ field: 'na\u00adme' });
  });

  test('do not move the position of an error', () => {
    const text = 'a\u200b\u200b AND \u200f)';
    expect(faultOf(text).position).toBe(text.indexOf(')'));
    const unclosed = '\u200b\u200bx "a\u200b';
    expect(faultOf(unclosed)).toMatchObject({
      position: unclosed.length,
      note: `the quote at ${unclosed.indexOf('"')} is not closed`,
    });
    expect(faultOf('a~\u200b3').position).toBe(2);
  });

  test('anywhere outside quotes change neither the tree nor its existence', () => {
    const piece = fc.constantFrom(
      'a',
      'AND',
      ' ',
      'name:',
      '(',
      ')',
      '[',
      'TO',
      ']',
      '-',
      '~2',
      '*',
      '/x/',
      '\\',
      '^2',
      '@2',
      ...IGNORED,
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const text = pieces.join('');
        const plain = pieces.filter((one) => !IGNORED.includes(one)).join('');
        expect(treeOrFault(text)).toEqual(treeOrFault(plain));
      }),
    );
  });

  test('have offsets that can be mapped there and back', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('a', '𝗯', ...IGNORED)), (pieces) => {
        const visible = new VisibleText(pieces.join(''));
        for (let offset = 0; offset < visible.text.length; offset++) {
          const written = visible.writtenOffset(offset);
          expect(visible.written[written]).toBe(visible.text[offset]);
          expect(visible.visibleOffset(written)).toBe(offset);
        }
        expect(visible.writtenOffset(visible.text.length)).toBe(visible.written.length);
      }),
    );
  });
});

function treeOrFault(text: string): unknown {
  try {
    return parseQuery(text);
  } catch (error) {
    if (error instanceof QuerySyntaxError) return error.fault;
    throw error;
  }
}

describe('invisible characters', () => {
  test('have names, or their code point', () => {
    expect(nameOfInvisible('\u200f')).toBe('U+200F RIGHT-TO-LEFT MARK');
    expect(nameOfInvisible('\u{e0101}')).toBe('U+E0101 VARIATION SELECTOR-18');
    expect(nameOfInvisible('\u0007')).toBe('U+0007');
  });

  test('are named in place, but not in an emoji', () => {
    expect(withNamedInvisibles('a\u00adb c')).toBe('a[U+00AD SOFT HYPHEN]b c');
    expect(withNamedInvisibles('x\u200d \u{1f468}\u200d\u{1f4bb} \u2764\ufe0f')).toBe(
      'x[U+200D ZERO WIDTH JOINER] \u{1f468}\u200d\u{1f4bb} \u2764\ufe0f',
    );
  });

  test('are named in errors', () => {
    expect(faultOf('[a \u00a0b]').found).not.toContain('\u00a0');
    expect(faultOf('[a b\u0007]').found).toBe("'b[U+0007]]'");
  });
});
