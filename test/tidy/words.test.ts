/**
 * Each word has one meaning, as in the glossary of docs/architecture.md, and limits have one naming style. Identifiers are
 * checked for both. Comments, strings and members that are written to an index are not examined.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';

interface Finding {
  readonly file: string;
  readonly found: string;
}

const sources = ['src', 'grammar', 'bench', 'test'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((name) => /\.(ts|mjs)$/.test(name) && !/node_modules|kernel-code/.test(name)),
);

const SKIPPED =
  /\/\*[\s\S]*?\*\/|\/\/[^\n]*|'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|(?<=[=(,:!&|?[]\s*)\/(?:[^/\\\n[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/\w*/y;
const TEMPLATE_TEXT = /(?:[^`\\$]|\\[\s\S]|\$(?!\{))*/y;

/** Returns a file without comments, strings and regular expressions. Expressions inside templates stay. */
function codeOf(text: string): string {
  let code = '';
  /** Open braces of each template that is being read, the innermost last. */
  const braces: number[] = [];
  const skip = (pattern: RegExp, at: number): number => {
    pattern.lastIndex = at;
    return pattern.test(text) ? pattern.lastIndex : at;
  };
  /** Reads the text of a template up to its next expression, or to its end. */
  const template = (at: number): number => {
    const end = skip(TEMPLATE_TEXT, at);
    if (text[end] === '$') braces.push(0);
    return end + (text[end] === '$' ? 2 : 1);
  };
  for (let at = 0; at < text.length; ) {
    const behind = skip(SKIPPED, at);
    const character = text[at]!;
    if (behind > at) at = behind;
    else if (character === '`') at = template(at + 1);
    else if (character === '}' && braces.at(-1) === 0) {
      braces.pop();
      at = template(at + 1);
    } else {
      if (braces.length > 0 && character === '{') braces[braces.length - 1]!++;
      if (braces.length > 0 && character === '}') braces[braces.length - 1]!--;
      code += character;
      at++;
      continue;
    }
    code += ' ';
  }
  return code;
}

const identifiers = new Map<string, ReadonlySet<string>>(
  sources.map((file) => [file, new Set(codeOf(readFileSync(file, 'utf8')).match(/[A-Za-z_$][\w$]*/g) ?? [])]),
);

/** `blockBits`, `BLOCK_BITS` and `BlockBits` consist of the words `block` and `bits`. */
function wordsOf(identifier: string): string[] {
  return identifier
    .split(/_|(?<=[a-z\d])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/)
    .filter((word) => word !== '')
    .map((word) => word.toLowerCase());
}

/** A word, and the folder in which its one meaning belongs. */
interface Term {
  readonly word: string;
  readonly home: RegExp;
  /** Members that are written to an index, names of other programs, verbs. */
  readonly isOther: (identifier: string) => boolean;
}

const inIndex: ReadonlySet<string> = new Set(['firstBlock', 'blockCount', 'textPlaces']);
const TERMS: readonly Term[] = [
  {
    word: 'run',
    home: /^src\/engine\/(inversion|pairs\/|analyzed\/|columns\/(point-log|values\/)|postings\/(list-encoder|assembly\/)|analyzed-indexer|document-indexer)|^src\/shared\/thresholds|^(test|bench)\//,
    // The verb comes first or stands alone: runProgram, run().
    isOther: (identifier) => /^run($|[A-Z])/.test(identifier),
  },
  {
    word: 'block',
    home: /^src\/(kernel\/build|query|engine\/(pairs|postings|verify|index-reader)|shared\/thresholds|bookmarks)|^(test|bench)\//,
    isOther: (identifier) => inIndex.has(identifier) || identifier === 'O_NONBLOCK' || identifier === 'BlockList',
  },
  {
    word: 'bucket',
    home: /^src\/(engine|query\/plan|shared\/thresholds)|^(test|bench)\//,
    isOther: (identifier) => identifier === 'buckets',
  },
  {
    word: 'pack',
    home: /^src\/(kernel\/build|query|engine\/(pairs|postings|store|verify)|shared\/thresholds|bookmarks)|^(test|bench)\//,
    isOther: () => false,
  },
  {
    word: 'place',
    home: /^src\/(bookmarks|client|http\/(input|routes)|search\/search-answer)|^(test|bench)\//,
    isOther: (identifier) => inIndex.has(identifier),
  },
];

function strays({ word, home, isOther }: Term): Finding[] {
  return [...identifiers]
    .filter(([file]) => !home.test(file))
    .flatMap(([file, names]) =>
      [...names]
        .filter((name) => wordsOf(name).some((part) => part === word || part === `${word}s`) && !isOther(name))
        .map((found) => ({ file, found })),
    );
}

describe('a word has the meaning of the glossary', () => {
  const glossary = readFileSync('docs/architecture.md', 'utf8');

  test.each(TERMS)('$word', (term) => {
    expect(glossary).toMatch(new RegExp(`^\\| \\**${term.word}\\b`, 'm'));
    expect(strays(term)).toEqual([]);
  });

  test('files are found, and words of identifiers', () => {
    expect(sources.filter((file) => file.startsWith('src/')).length).toBeGreaterThan(200);
    expect(existsSync('src/engine/postings/doc-block.ts')).toBe(true);
    expect(wordsOf('BLOCK_BITS')).toEqual(['block', 'bits']);
    expect(wordsOf('nextDocBlock')).toEqual(['next', 'doc', 'block']);
    const written = "a /* comment */ 'string' `text $" + '{inserted + `$' + '{nested} text`} text` // comment';
    expect(codeOf(written).match(/\w+/g)).toEqual(['a', 'inserted', 'nested']);
  });
});

describe('limits are named in one style', () => {
  const standard: ReadonlySet<string> = new Set([
    'MAX_VALUE',
    'MIN_VALUE',
    'MAX_SAFE_INTEGER',
    'MIN_SAFE_INTEGER',
    'MAX_BUFFER_LENGTH',
  ]);

  test('the subject comes first, then the unit, then MAX or MIN', () => {
    const found = [...identifiers].flatMap(([file, names]) =>
      [...names]
        .filter((name) => /^(MAX|MIN)_/.test(name) && !standard.has(name))
        .map((name) => ({ file, found: name })),
    );
    expect(found).toEqual([]);
  });

  test('limits of a module are constants in capitals', () => {
    const found = sources.flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/^(?:export )?const ((?:max|min)[A-Z]\w*|[a-z]\w*(?:Max|Min))\b/gm)].map(
        (match) => ({
          file,
          found: match[1]!,
        }),
      ),
    );
    expect(found).toEqual([]);
  });
});
