/**
 * Titles of tests, read from the source. They show whether a pattern of suites.mjs matches no test. Jest skips all tests of the
 * file then, and reports success.
 */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { treeOf } from './syntax.mjs';

const TEST = /^(?:it|test|describe|(?:test|describe)[A-Z]\w*)$/;
const IMPORTED = /^\.{1,2}\/.*\.ts$/;
/** A part of a title that is only known when it runs: a substitution, or a placeholder of `each`. */
const UNKNOWN = '\0';
const PLACEHOLDER = /%[sdifjop#]|\$[\w.#]+/g;

/**
 * Returns the alternatives of a pattern that match no test of a file, or of the suites in `test/` that it calls. An unknown part of
 * a title stands for any text literal of these files.
 */
export function unmatched(pattern, file) {
  const { titles, literals } = titlesOf(file);
  return alternatives(pattern).filter((alternative) => {
    const wanted = new RegExp(alternative, 'i');
    const filled = (title) => (title.includes(UNKNOWN) ? literals : ['']);
    return !titles.some((title) => filled(title).some((part) => wanted.test(title.replaceAll(UNKNOWN, () => part))));
  });
}

/** Returns the alternatives of a pattern, with each group of alternatives expanded. */
export function alternatives(pattern) {
  const group = /\((?!\?)([^()]*)\)/.exec(pattern);
  if (group === null) return pattern.split('|');
  const [all, members] = group;
  const before = pattern.slice(0, group.index);
  const after = pattern.slice(group.index + all.length);
  const each = members.split('|').flatMap((member) => alternatives(`${before}${member}${after}`));
  return [...new Set(each)];
}

function titlesOf(file) {
  const titles = [];
  const literals = new Set(['']);
  const files = new Set([file]);
  for (const one of files) {
    const read = titlesIn(readFileSync(one, 'utf8'), one === file ? [] : [UNKNOWN]);
    titles.push(...read.titles);
    for (const literal of read.literals) {
      literals.add(literal);
      const path = join(dirname(one), literal);
      if (IMPORTED.test(literal) && path.startsWith('test/') && existsSync(path)) files.add(path);
    }
  }
  return { titles, literals: [...literals] };
}

/** Returns the titles of tests in a text, each after `outer` and the titles of its groups, and all text literals. */
export function titlesIn(text, outer = []) {
  const titles = [];
  const literals = [];
  const walk = (node, around) => {
    const { type, value } = node.raw;
    if (type === 'StringLiteral') literals.push(value);
    let within = around;
    if (type === 'FunctionDeclaration') within = [UNKNOWN];
    if (type === 'CallExpression' && TEST.test(rootOf(node.raw.callee)) && hasBody(node.raw)) {
      within = [...around, partsOf(node.raw.arguments[0].expression)];
      if (!rootOf(node.raw.callee).startsWith('describe')) titles.push(within.join(' '));
    }
    for (const kid of node.kids) walk(kid, within);
  };
  walk(treeOf(text), outer);
  return { titles, literals };
}

/** Returns the name at the beginning of a callee such as `test.each(rows)`. */
function rootOf(callee) {
  if (callee.type === 'Identifier') return callee.value;
  const inner = callee.callee ?? callee.object ?? callee.tag;
  return inner === undefined ? '' : rootOf(inner);
}

/** Whether a call defines a test or a group: `test.each(rows)` alone does not. */
function hasBody({ arguments: given }) {
  return given.length > 1 && given.some(({ expression: { type } }) => /^(?:Arrow)?FunctionExpression$/.test(type));
}

/** Returns the text of a title with UNKNOWN for each part that is computed. */
function partsOf({ type, value, quasis }) {
  if (type === 'StringLiteral') return value.replace(PLACEHOLDER, UNKNOWN);
  return type === 'TemplateLiteral' ? quasis.map(({ cooked }) => cooked).join(UNKNOWN) : UNKNOWN;
}
