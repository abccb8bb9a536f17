import { describe, expect, test } from '@jest/globals';
import type { LeafQuery } from '../../../grammar/ast.ts';
import { parseIpedQuery } from '../../../grammar/iped/parse.ts';
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

const analyzer = analyzerOfIndex(undefined);

function below(query: string): string[] {
  return categoriesBelow(parseQuery(query) as LeafQuery, tree, analyzer, (name) => name).sort();
}

function belowInIped(query: string): string[] {
  const named = (name: string): string => (name === 'imagens' ? 'images' : name);
  return categoriesBelow(parseIpedQuery(query) as LeafQuery, tree, analyzer, named).sort();
}

describe('the categories below those that a leaf matches', () => {
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

  test.each<[query: string, names: string[]]>([
    ['categoryTree:images', ['other images', 'scanned']],
    ['categoryTree:IMAGENS', ['other images', 'scanned']],
    ['categoryTree:"images of disks"', ['raw']],
    ['categoryTree:image*', ['other images', 'raw', 'scanned']],
    ['categoryTree:images~', []],
    ['categoryTree:[a TO z]', []],
  ])('in the syntax of IPED: %s', (query, names) => {
    expect(belowInIped(query)).toEqual(names);
  });
});
