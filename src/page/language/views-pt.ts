/** What the views of the hits say of themselves, in Portuguese. */
import type { viewWords as english } from './views-en.ts';

export const viewWords: typeof english = {
  // Tree
  treeOnlyHits: 'Só resultados e suas pastas',
  // Order of the table
  order: 'Ordem',
  orderOfCase: 'Como no caso',
  orderByRelevance: 'Relevância',
  orderBy: (field, isDown) => `${field}, ${isDown ? 'decrescente' : 'crescente'}`,
  // Pages
  lightPages: 'Páginas claras',
  lightPagesHint: 'Mostrar páginas e e-mails sobre fundo claro',
  // Across
  emptyFile: 'arquivo vazio',
};
