/** What the views of the hits say of themselves, in English. */
export const viewWords = {
  // Tree
  treeOnlyHits: 'Only hits and their folders',
  // Order of the table
  order: 'Order',
  orderOfCase: 'As in the case',
  orderByRelevance: 'Relevance',
  orderBy: (field: string, isDown: boolean) => `${field}, ${isDown ? 'descending' : 'ascending'}`,
  // Pages
  lightPages: 'Light pages',
  lightPagesHint: 'Show pages and mails on a light ground',
  // Across
  emptyFile: 'empty file',
};
