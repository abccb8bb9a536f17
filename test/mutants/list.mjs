/**
 * All mutants: single changes that make an answer wrong. The tests that must find them are named in suites.mjs.
 *
 * A list in `lists/` is a text. Its first line is its subject. Then come files, each followed by its mutants, one a line:
 *
 *     name: what is wrong then | declaration: kind n/m → replacement
 *
 * It changes the n-th of the m nodes of a kind in a function, method, class or constant; `n..k/m` are neighbours, and `1/1` is
 * omitted. A name that occurs twice is preceded by its class, as in `AdmissionQueue.enter`. `*` is the whole file. A kind is an
 * operator, a name, a literal, or a word of syntax.mjs such as `if`, `call`, `statement` or `argument`. A replacement is
 * another operator, `drop`, a part of the node (`left`, `then`, `inner`, `arg1`), or code in which `‹left›` is that part and
 * `‹it›` the node. If the declaration has another number of such nodes, the mutant throws: find out where it belongs now.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { declarationsOf, nodesOf, operatorOf, treeOf } from './syntax.mjs';

const LISTS = join(import.meta.dirname, 'lists');
const MUTANT = /^ {2}([\w-]+): (.+) \| ([\w$.#*]+): (.+?)(?: (\d+)(?:\.\.(\d+))?\/(\d+))? → (.+)$/;
const SIGN = /^[-+*/%&|^<>=!?~]+$/;

export const mutants = readdirSync(LISTS)
  .sort()
  .flatMap((name) => mutantsOf(readFileSync(join(LISTS, name), 'utf8'), name));

function mutantsOf(text, list) {
  const mutants = [];
  let file = '';
  for (const [i, line] of text.split('\n').entries()) {
    if (i === 0 || line === '') continue;
    if (/^\S/.test(line)) {
      file = line;
      continue;
    }
    const found = MUTANT.exec(line);
    if (found === null) throw new Error(`Line ${i + 1} of ${list} is neither a file nor a mutant: ${line}`);
    const [, name, says, scope, kind, first = '1', last = first, count = '1', now] = found;
    mutants.push({
      name,
      says,
      file,
      scope,
      kind,
      first: Number(first),
      last: Number(last),
      count: Number(count),
      now,
    });
  }
  return mutants;
}

/** Returns the text of a file with a mutant in it. Throws if the place of the mutant does not exist. */
export function mutated(mutant, text) {
  const { at, end, now } = changeOf(mutant, text);
  return text.slice(0, at) + now + text.slice(end);
}

/** Returns the extent of a change, and the text that replaces it. Throws if the number of nodes is different. */
export function changeOf({ name, file, scope, kind, first, last, count, now }, text) {
  const nodes = nodesOf(declarationsOf(readOnce(text), scope), kind, text);
  if (nodes.length !== count)
    throw new Error(`${name}: ${scope} of ${file} has ${nodes.length} nodes of the kind ${kind}, not ${count}`);
  const node = nodes[first - 1];
  const it = { start: node.start, end: nodes[last - 1].end };
  if (node.raw.operator !== undefined && SIGN.test(now)) return { ...operatorOf(node, text), now };
  if (now === 'drop') return { ...withComma(node, it, text), now: '' };
  const parts = { ...node.parts, it };
  const textOf = (part) => {
    if (parts[part] === undefined) throw new Error(`${name}: ${kind} has no part ${part}`);
    return text.slice(parts[part].start, parts[part].end);
  };
  const code = parts[now] === undefined ? now.replace(/‹(\w+)›/g, (_, part) => textOf(part)) : textOf(now);
  return { at: it.start, end: it.end, now: code };
}

/** If a member of a list is removed, so is the comma before it, or the one after it for a first member. */
function withComma({ list }, { start, end }, text) {
  const before = list === undefined ? null : /,\s*$/.exec(text.slice(0, start));
  const after = list === undefined || before !== null ? null : /^\s*,\s*/.exec(text.slice(end));
  return { at: start - (before?.[0].length ?? 0), end: end + (after?.[0].length ?? 0) };
}

let lastRead = { text: '', tree: null };

/** Consecutive mutants are mostly in the same file. */
function readOnce(text) {
  if (lastRead.text !== text) lastRead = { text, tree: treeOf(text) };
  return lastRead.tree;
}
