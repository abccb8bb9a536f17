/** Mutants of the tree, of families and of what is counted over them. */
const structure = (name) => `src/engine/structure/${name}.ts`;
const family = (name) => `src/query/families/${name}.ts`;
const keyword = (name) => `src/query/keywords/${name}.ts`;

export const families = [
  {
    name: 'tree-flat-end',
    says: 'the items of a tree without parents are children of the last of them',
    file: 'src/engine/structure/tree-reader.ts',
    old: 'doc <= this.top ? 0 : this.top',
    now: 'doc < this.top ? 0 : this.top',
  },
  {
    name: 'tree-unknown-parent',
    says: 'a parent that is no item is taken for the item with the next id',
    file: structure('tree-writer'),
    old: 'return ids[doc] === id ? doc : -1;',
    now: 'return doc;',
  },
  {
    name: 'tree-folders-last',
    says: 'folders come behind files',
    file: structure('tree-writer'),
    old: 'for (const wanted of [1, 0]) {',
    now: 'for (const wanted of [0, 1]) {',
  },
  {
    name: 'tree-equal-names-unsorted',
    says: 'children whose names are spelled alike are not in order of id',
    file: structure('tree-writer'),
    old: 'if (order !== null) equal.sort((a, b) => ids[a]! - ids[b]!);\n    else if (spellings > 1) equal.sort();',
    now: 'if (order !== null && spellings > 99) equal.sort((a, b) => ids[a]! - ids[b]!);',
  },
  {
    name: 'tree-page-from-start',
    says: 'a page of children begins with the first one',
    file: structure('tree-reader'),
    old: '(start + from) * 4, count * 4',
    now: 'start * 4, count * 4',
  },
  {
    name: 'tree-page-too-long',
    says: 'the last page of children has some of another item',
    file: structure('tree-reader'),
    old: 'Math.min(limit, this.childCount(doc) - from)',
    now: 'Math.min(limit, this.childCount(doc))',
  },
  {
    name: 'tree-level-counts-all',
    says: 'below a child everything is counted, not the hits alone',
    file: family('tree-level'),
    old: 'hits === null ? (kinds[child]!',
    now: 'hits !== undefined ? (kinds[child]!',
  },
  {
    name: 'expand-stops-at-nodes',
    says: 'children behind a node of the tree are not found',
    file: family('relatives'),
    old: 'if (isDeep || isNode) waiting.push(child);',
    now: 'if (isDeep) waiting.push(child);',
  },
  {
    name: 'expand-adds-nodes',
    says: 'nodes of the tree above an item become hits',
    file: family('relatives'),
    old: 'if ((kinds[parent - 1]! & TREE_NODE) === 0) setBit(words, parent - 1);',
    now: 'setBit(words, parent - 1);',
  },
  {
    name: 'expand-family-of-container',
    says: 'a container has all below it for a family',
    file: family('relatives'),
    old: 'if ((tree.kinds[doc]! & CONTAINER) !== 0) continue;',
    now: '',
  },
  {
    name: 'expand-duplicates-of-neighbour',
    says: 'what has no value that is looked up has the next one',
    file: family('equal-values'),
    old: 'value < values.valueCount && values.folded(value) === text',
    now: 'value < values.valueCount',
  },
  {
    name: 'keywords-unique-of-first',
    says: 'an item of several queries counts as unique to the first',
    file: keyword('keyword-counter'),
    old: 'else if (known !== finder) finders[doc] = SEVERAL;',
    now: '',
  },
  {
    name: 'keywords-family-twice',
    says: 'a family with two hits counts twice',
    file: keyword('keyword-counter'),
    old: 'if (met[top] === finder) continue;',
    now: '',
  },
  {
    name: 'keywords-within-ignored',
    says: 'items outside of the set count',
    file: keyword('keyword-counter'),
    old: 'if (within !== null && (within[doc >>> 5]! & (1 << (doc & 31))) === 0) continue;',
    now: '',
  },
  {
    name: 'keywords-nodes-in-family',
    says: 'nodes of the tree count as items of a family',
    file: keyword('family-sizes'),
    old: 'if ((kinds[doc]! & TREE_NODE) === 0) sizes',
    now: 'sizes',
  },
];
