/**
 * The syntax of a file of TypeScript or AssemblyScript: declarations by name, and the nodes in them by kind. They are found
 * even if code is formatted or commented differently.
 */
import { parseSync } from '@swc/core';

/** Decorators of AssemblyScript, which TypeScript does not allow before functions. */
const DECORATORS = /(?<=^|\s)@\w+(?:\.\w+)*(?:\([^()\n]*\))?(?=\s)/g;
const DECLARATION =
  /^(?:(?:Function|Class|TsModule)Declaration|(?:Class|Private)(?:Method|Property)|Constructor|VariableDeclarator)$/;
const FUNCTION = /^(?:Function(?:Declaration|Expression)|ArrowFunctionExpression|(?:Class|Private)Method|Constructor)$/;
const STATEMENT = /Statement$|^(?:Variable|Function|Class)Declaration$/;
const NAME_OR_LITERAL = /^(?:Identifier|PrivateName|ThisExpression|\w+Literal)$/;
/** The words for kinds without a sign or text of their own. */
const KINDS = {
  ArrayExpression: '[]',
  ArrowFunctionExpression: '=>',
  AwaitExpression: 'await',
  CallExpression: 'call',
  ConditionalExpression: '?',
  ContinueStatement: 'continue',
  ExpressionStatement: 'expression',
  ForOfStatement: 'for of',
  ForStatement: 'for',
  IfStatement: 'if',
  MemberExpression: 'member',
  NewExpression: 'new',
  ObjectExpression: '{}',
  OptionalChainingExpression: '?.',
  ParenthesisExpression: '()',
  ReturnStatement: 'return',
  SpreadElement: '...',
  TemplateLiteral: 'template',
  ThrowStatement: 'throw',
  TsTypeAssertion: 'cast',
  VariableDeclarator: 'variable',
  WhileStatement: 'while',
  YieldExpression: 'yield',
};
/** The words for parts of a node, by swc's names. The n-th argument, element or parameter is `argN`. */
const PARTS = {
  left: 'left',
  right: 'right',
  test: 'test',
  consequent: 'then',
  alternate: 'else',
  argument: 'inner',
  expression: 'inner',
  object: 'of',
  callee: 'callee',
  body: 'body',
  init: 'init',
};
/** The words for members of lists. */
const LISTS = { arguments: 'argument', elements: 'element', params: 'parameter' };
const WORDS = new Set([...Object.values(KINDS), ...Object.values(LISTS), 'statement']);

/** Returns the tree of a file: nodes with swc's data in `raw`, their extent in the text, children in order, and parts by word. */
export function treeOf(text) {
  const plain = text.replace(DECORATORS, (decorator) => ' '.repeat(decorator.length));
  const offsetOf = offsetsOf(plain);
  const nodeOf = (raw, list) => {
    const { start, end } = raw.span;
    const node = { raw, list, start: offsetOf(start - 1), end: offsetOf(end - 1), kids: [], parts: {} };
    collect(raw, node, nodeOf);
    node.kids.sort((a, b) => a.start - b.start || b.end - a.end);
    return node;
  };
  return nodeOf(parseSync(plain, { syntax: 'typescript', target: 'es2022' }));
}

/** Returns a function from swc's offsets, in bytes of UTF-8, to offsets in the text. */
function offsetsOf(text) {
  const bytes = Buffer.from(text);
  return bytes.length === text.length ? (byte) => byte : (byte) => bytes.toString('utf8', 0, byte).length;
}

/** Adds children and parts to a node. Objects without a span only hold others. */
function collect(raw, node, nodeOf) {
  for (const [name, value] of Object.entries(raw)) {
    const list = Array.isArray(value) ? LISTS[name] : undefined;
    for (const [i, one] of (Array.isArray(value) ? value : [value]).entries()) {
      if (one === null || typeof one !== 'object') continue;
      const held = list !== undefined && one.type === undefined ? one.expression : one;
      if (held.type === undefined || held.span === undefined) {
        collect(held, node, nodeOf);
        continue;
      }
      const kid = nodeOf(held, list);
      node.kids.push(kid);
      const part = list === undefined ? PARTS[name] : `arg${i + 1}`;
      if (part !== undefined) node.parts[part] = kid;
    }
  }
}

/** Returns the declarations of a name, which may be preceded by those around it; the file for `*`. */
export function declarationsOf(tree, name) {
  if (name === '*') return [tree];
  const found = [];
  const walk = (node, path, isInFunction) => {
    const { type } = node.raw;
    const isDeclared = DECLARATION.test(type) && !(isInFunction && type === 'VariableDeclarator');
    const own = isDeclared ? nameOf(node.raw) : undefined;
    const full = own === undefined ? path : `${path}.${own}`;
    if (own !== undefined && full.endsWith(`.${name}`)) found.push(node);
    for (const kid of node.kids) walk(kid, full, isInFunction || FUNCTION.test(type));
  };
  walk(tree, '', false);
  return found;
}

function nameOf({ type, identifier, key, id }) {
  if (type === 'Constructor') return 'constructor';
  const name = identifier ?? key ?? id;
  return name.type === 'PrivateName' ? `#${name.value}` : name.value;
}

/** Returns the kinds of a node: its operator, the text of a name or literal, a keyword, its place in a list. */
export function kindsOf({ raw, list, start, end }, text) {
  const kinds = list === undefined ? [] : [list];
  if (STATEMENT.test(raw.type)) kinds.push('statement');
  if (KINDS[raw.type] !== undefined) kinds.push(KINDS[raw.type]);
  else if (raw.type === 'UnaryExpression') kinds.push(`unary ${raw.operator}`);
  else if (raw.operator !== undefined) kinds.push(raw.operator);
  else if (NAME_OR_LITERAL.test(raw.type)) {
    const own = text.slice(start, end);
    if (!WORDS.has(own)) kinds.push(own);
  }
  return kinds;
}

/** Returns the nodes of a kind in declarations, in the order of the file, outer ones first. */
export function nodesOf(declarations, kind, text) {
  const found = new Set();
  const walk = (node) => {
    if (kindsOf(node, text).includes(kind)) found.add(node);
    node.kids.forEach(walk);
  };
  declarations.forEach(walk);
  return [...found];
}

/** Returns the extent of a node's operator. */
export function operatorOf({ raw, kids, parts, start }, text) {
  const from = parts.left?.end ?? (raw.prefix === false ? kids[0].end : start);
  const at = text.indexOf(raw.operator, from);
  return { at, end: at + raw.operator.length };
}
