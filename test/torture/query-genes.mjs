/**
 * Queries as trees that can be mixed and mutated, for the search for worst queries. `spell` gives the short spelling that
 * `writtenOut` expands.
 */
const COUNTS = [2, 5, 20, 60, 200, 1000, 3000, 20_000];
const SLOPS = [0, 1, 5, 50, 1000, 100_000];
const WORDS = ['the', 'and', 'of', 'aaaa', 'abab', 'w#', 'w1#', 'w0', 'rare#', 'missing'];
const PATTERNS = ['*', 'w*', 'w#*', '*a*', '*#*', 't*e', '?h?', '*a*b*', 'a?*b', 'rare*', '*#', 'r*r*e*'];
const EXPRESSIONS = [
  'w[0-9]{#}',
  '(a|b)*#',
  '(.*a){9}.*',
  '[^a]*a.{9}',
  '.*#.*',
  '(aaaa|abab)+',
  '[a-z]{2,9}#?',
  '@.*',
];
const RANGES = ['length:[# TO 900000]', 'modified:[2010 TO 2020]', 'name:[a TO z]', 'tag:[tag# TO *]', '[a# TO x]'];
const FIELDS = ['', 'tag:', 'name:', 'field#:', 'content:', 'nothing#:'];
const PARAMETERS = [
  '',
  'sort=relevance&limit=10',
  'sort=relevance&limit=100000',
  'defaultOperator=AND',
  'fields={{150×field#,}}content',
  'fields={{20000×f#,}}content',
  'fields=content,tag,name&sort=relevance&limit=100',
];

export function randomGenes(random) {
  return { tree: node(random, 3), parameters: random.pick(PARAMETERS) };
}

function node(random, depth) {
  const kind = depth === 0 ? 0 : random.next();
  if (kind < 0.25) return { kind: 'leaf', text: random.pick(FIELDS) + leaf(random) };
  if (kind < 0.6) return phrase(random);
  if (kind < 0.85) {
    const { text, slop } = { text: ' ', slop: random.pick(['', '', 'AND ', 'NOT ', '+', '-']) };
    return { kind: 'many', count: random.pick(COUNTS), of: [node(random, depth - 1)], joint: slop + text.trim() };
  }
  const of = Array.from({ length: 1 + random.below(3) }, () => node(random, depth - 1));
  return {
    kind: 'group',
    of,
    suffix: random.pick(['', '', '@1', '@2', '@50', '^3']),
    joint: random.pick([' ', ' OR ', ' AND ', ' NOT ']),
  };
}

function leaf(random) {
  const kind = random.next();
  if (kind < 0.25) return random.pick(WORDS);
  if (kind < 0.5) return random.pick(PATTERNS);
  if (kind < 0.65) return `${random.pick(WORDS)}~${1 + random.below(2)}`;
  return kind < 0.8 ? `/${random.pick(EXPRESSIONS)}/` : random.pick(RANGES).replace(/^.*:(?=\[a)/, '');
}

function phrase(random) {
  const parts = Array.from({ length: 1 + random.below(4) }, () => ({
    text: random.next() < 0.5 ? random.pick(WORDS) : random.pick(PATTERNS),
    count: random.pick([1, 1, ...COUNTS.slice(0, 6)]),
  }));
  return { kind: 'phrase', field: random.pick(FIELDS), parts, slop: random.pick(SLOPS) };
}

export function spell({ kind, ...gene }) {
  switch (kind) {
    case 'leaf':
      return gene.text;
    case 'phrase': {
      const parts = gene.parts.map(({ text, count }) => (count === 1 ? `${text} ` : `{{${count}×${text} }}`));
      return `${gene.field}"${parts.join('')}"${gene.slop > 0 ? `~${gene.slop}` : ''}`;
    }
    case 'many':
      return `({{${gene.count}×${gene.joint}${spell(gene.of[0])} }})`;
    default:
      return `(${gene.of.map(spell).join(gene.joint)})${gene.suffix}`;
  }
}

/** One change anywhere in the tree, or of the parameters. */
export function mutated({ tree, parameters }, random) {
  if (random.next() < 0.15) return { tree, parameters: random.pick(PARAMETERS) };
  return { tree: change(tree, random), parameters };
}

/** Replaces a part of one tree with a part of the other. */
export function crossed(a, b, random) {
  return {
    tree:
      random.next() < 0.5
        ? { kind: 'group', of: [a.tree, b.tree], suffix: '', joint: ' ' }
        : graft(a.tree, b.tree, random),
    parameters: a.parameters,
  };
}

function graft(tree, part, random) {
  if (tree.of === undefined || random.next() < 0.4) return part;
  const at = random.below(tree.of.length);
  return { ...tree, of: tree.of.map((child, i) => (i === at ? graft(child, part, random) : child)) };
}

function change(tree, random) {
  const kind = random.next();
  if (tree.of !== undefined && kind < 0.6) {
    const at = random.below(tree.of.length);
    return { ...tree, of: tree.of.map((child, i) => (i === at ? change(child, random) : child)) };
  }
  if (kind < 0.7)
    return { kind: 'many', count: random.pick(COUNTS), of: [tree], joint: random.pick(['', '', 'NOT ', '+']) };
  if (tree.kind === 'many') return { ...tree, count: random.pick(COUNTS) };
  if (tree.kind === 'phrase') {
    if (random.next() < 0.3) return { ...tree, slop: random.pick(SLOPS) };
    if (random.next() < 0.4) return { ...tree, parts: [...tree.parts, ...phrase(random).parts] };
    const at = random.below(tree.parts.length);
    const parts = tree.parts.map((part, i) => (i === at ? { ...part, count: random.pick(COUNTS.slice(0, 6)) } : part));
    return { ...tree, parts };
  }
  return node(random, 2);
}
