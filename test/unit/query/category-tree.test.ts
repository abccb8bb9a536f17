import { describe, expect, test } from '@jest/globals';
import type { LeafQuery } from '../../../grammar/ast.ts';
import { parseQuery } from '../../../grammar/parse.ts';
import { analyzerOfIndex } from '../../../src/analysis/analyzer-of-index.ts';
import { categoriesBelow } from '../../../src/query/plan/category-tree.ts';
import type { CategoryNode } from '../../../src/schema/case-origin.ts';

const node = (name: string, ...children: CategoryNode[]): CategoryNode => ({ name, children });
const tree = [
  node('Documents', node('PDF Documents'), node('Ação', node('Deep'))),
  node('Multimedia', node('Images', node('Other Images'), node('Scanned')), node('Videos')),
  node('Images of disks', node('Raw')),
];

function below(query: string): string[] {
  return categoriesBelow(parseQuery(query) as LeafQuery, tree, analyzerOfIndex(undefined)).sort();
}

describe('the categories below those that a leaf means', () => {
  test.each<[query: string, names: string[]]>([
    ['categoryTree:images', ['other images', 'scanned']],
    ['categoryTree:IMAGES', ['other images', 'scanned']],
    ['categoryTree:multimedia', ['images', 'other images', 'scanned', 'videos']],
    ['categoryTree:acao', ['deep']],
    ['categoryTree:"images of disks"', ['raw']],
    ['categoryTree:image*', ['other images', 'raw', 'scanned']],
    ['categoryTree:"image* of *"', ['raw']],
    ['categoryTree:imagess~1', ['other images', 'scanned']],
    ['categoryTree:/doc.*/', ['acao', 'deep', 'pdf documents']],
    ['categoryTree:scanned', []],
    ['categoryTree:nothing', []],
    ['categoryTree:[a TO z]', []],
    ['categoryTree:*', []],
  ])('%s', (query, names) => {
    expect(below(query)).toEqual(names);
  });
});
