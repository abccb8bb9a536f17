/**
 * Keeps out phrases that made native readers of comments and documents stop. These are German sentences with English words.
 * Write "if", "is reported", "again", a noun. Strings and code are not examined.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';

/** Generated from the schemas of src/http, whose descriptions are not comments. */
const SKIPPED = /^src\/client\/generated\b/;

const filesOf = (folders: readonly string[], ending: RegExp): string[] =>
  folders
    .flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .filter((name) => ending.test(name) && !/node_modules/.test(name))
        .map((name) => join(folder, name)),
    )
    .filter((file) => !SKIPPED.test(file));

const files = filesOf(['src', 'test', 'bench', 'grammar'], /\.(tsx?|mjs)$/);
const documents = [
  ...filesOf(['docs', 'grammar'], /\.md$/),
  'README.md',
  'CHANGELOG.md',
  'SECURITY.md',
  'bench/README.md',
];

/** Blocks, and lines of `//` that follow each other. */
const COMMENTS = /(?<=^|\s)\/\*[\s\S]*?\*\/|(?:(?<=^|\s)\/\/[^\n]*\n?[^\S\n]*)+/g;

/** The comments of a file, each on one line. */
function commentsOf(text: string): string[] {
  return [...text.matchAll(COMMENTS)].map(([comment]) => comment.replace(/\s*\n\s*(?:\*(?!\/)|\/\/)?\s*/g, ' '));
}

/** Documents also speak of people, and quote questions. */
const ONLY_COMMENTS: readonly RegExp[] = [
  /\b(the caller who|who (asks|calls|reads|waits|wants|needs))\b/i,
  /\bwho(m|ever)\b/i,
  /\b(for|of|by|to|with|from|than|in|into|at|about|after|before|behind|only|all) what\b/i,
];
const PHRASES: readonly RegExp[] = [
  /\b(is|are|was|were|be|been|being) told\b/i,
  /\banew\b/i,
  /\bnow and then\b/i,
  /\bgood until\b/i,
  /\b(found|done|read|known|kept|written|asked|given) so\b(?! (far|that)\b)/i,
  /\b(lies?|lay) (where|in order|behind)\b/i,
  /\bstands? behind\b/i,
  /\bput(s|ting)? in order\b/i,
  /\bgive[sn]? back\b/i,
  /\bbut for\b/i,
  /\bat home\b/i,
  /\bmend(s|ed|ing)?\b/i,
  /(?<!\bthere )\b(is|are|was|were) no (?!longer|more|less|other|better|different|comment\b)/i,
  /\b(is|are) called like\b/i,
  /\bfirst of such\b/i,
  /\b(than|beyond) need be\b/i,
  /\bgo(es|ing)? on\b/i,
  /\bwhere (there|nothing|nobody|none) (is|are|was|were|has|have|cannot)\b/i,
  /\bwhat (became|there is|(is|was) said)\b/i,
  /\b(of|in|by|than|at most) so (many|much)\b/i,
  /\b(one behind the other|for want of)\b/i,
  /\b(such of|those which|in so far|beside which|without which|so that who|up to where)\b/i,
  /\b(stands? (in|at|there|before|beside|on)|bears?)\b/i,
  /\b(is|are|was|were) made of\b/i,
  /(^|[.:;] )(Of|To) (an?|the|each|every|all|these|those|it|them|one|this) (?!be\b)/,
  /\btaken for\b/i,
  /\b(which|that) (is|are) to be\b/i,
  /\bwhere (it|they) cannot\b/i,
  /\bhas gone\b/i,
  /\blooks? at the clock\b/i,
  /\bcomes? to (it|an end)\b/i,
  /\berrors? of the disk\b/i,
  /\bany ?more\b(?! than)/i,
  /(^|[.:;] )Of (two|several|many|equal|\d)\b/,
  /\bby the means\b/i,
  /\bs(econds)? of processors\b/i,
];

test.each([...ONLY_COMMENTS, ...PHRASES])('no comment has %p', (phrase) => {
  const found = files.flatMap((file) =>
    commentsOf(readFileSync(file, 'utf8'))
      .filter((comment) => phrase.test(comment))
      .map((comment) => ({ file, comment })),
  );
  expect(found).toEqual([]);
});

test.each(PHRASES)('no document has %p', (phrase) => {
  const found = documents.flatMap((file) =>
    readFileSync(file, 'utf8')
      .replace(/```[\s\S]*?```|`[^`\n]*`|"[^"\n]*"/g, '')
      .split('\n')
      .filter((line) => phrase.test(line))
      .map((line) => ({ file, line })),
  );
  expect(found).toEqual([]);
});

test('comments are found, and phrases over two lines', () => {
  expect(files.length).toBeGreaterThan(1000);
  expect(documents.length).toBeGreaterThan(80);
  const text = "/**\n * Read it\n * anew.\n */\nconst a = '/'; // one\n// two\n";
  const comments = commentsOf(text);
  expect(comments.map((comment) => comment.trim())).toEqual(['/** Read it anew. */', '// one two']);
  expect(comments.filter((comment) => PHRASES.some((phrase) => phrase.test(comment)))).toHaveLength(1);
});
