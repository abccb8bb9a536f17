/** English texts about saved searches, and keyword lists of other tools. */
const number = new Intl.NumberFormat('en');
const count = (n: number): string => number.format(n);

export const searchWords = {
  savedSearches: 'Saved searches',
  noSavedSearches: 'There are no saved searches here.',
  saveSearchHint: 'Save what you see:',
  searchName: 'Name',
  findSearch: 'Find a saved search',
  sharedWithAll: 'Share with everyone',
  shared: 'Shared',
  everybody: 'with everyone',
  sharedBy: (owner: string) => `by ${owner}`,
  changes: 'Change',
  replaceSearch: 'Replace',
  runSearch: (name: string) => `Run ${name}`,
  renameSearch: (name: string) => `Rename ${name}`,
  deleteSearch: (name: string) => `Delete ${name}`,
  shareSearch: (name: string) => `Share ${name}`,
  searchSaved: (name: string) => `${name} is saved.`,
  searchRenamed: (name: string, next: string) => `${name} is now called ${next}.`,
  searchDeleted: (name: string) => `${name} is deleted.`,
  ownHistoryHint: 'Your searches, each below the one it came from. Nobody else sees them.',
  searchNameTaken: (name: string) => `A search named ${name} already exists. Choose another name.`,
  scanning: ({ scanned, items: all, found }: { scanned: number; items: number; found: number }) =>
    `${all === 0 ? 0 : Math.floor((100 * scanned) / all)} % of the texts searched, ${count(found)} found so far`,
  cancelSearch: 'Cancel',
  cancelled: 'Cancelled. This search has no answer.',
  searchAgain: 'Search again',
  listSyntax: 'Syntax',
  listSyntaxes: {
    own: 'this program',
    dtsearch: 'dtSearch',
    'dtsearch-noise': 'dtSearch, without noise words',
    relativity: 'Relativity',
    'relativity-noise': 'Relativity, without noise words',
    nuix: 'Nuix',
  },
  translate: 'Translate',
  translation: 'Translation',
  translationColumns: { written: 'Original', meant: 'In the language of this page', notes: 'Doubts' },
  translationRefused: 'not exact',
  translationDone: (n: number, refused: number, doubted: number) =>
    `${count(n)} lines, ${count(refused)} without an exact meaning, ${count(doubted)} with doubts. Read them before you run the list.`,
  matchedTexts: 'Matched texts',
  matchedTextsHint:
    'Each text that the query matched in the items of this set, most matches first. Dates are the first and last day of these items, by their created, modified, sent and received dates.',
  matchedColumns: { text: 'Text', findings: 'Matches', items: 'Items', first: 'First', last: 'Last' },
  matchedNeedQuery: 'Write a query first, such as entity:card.',
  matchedCut: (n: number) => `These are the first ${count(n)} texts. Narrow the set to see the others.`,
  matchedDone: (texts: number, end: { findings: number; items: number; complete: boolean }) =>
    `${count(texts)} texts, ${count(end.findings)} matches in ${count(end.items)} items${end.complete ? '' : '; not complete: a source or a text could not be read'}`,
  matchedImplausible: (n: number) =>
    `${count(n)} items have a date before 1980 or after the case was processed. These dates are not included here.`,
  searchMatched: 'Search for this text, with these accents',
  keywordsNeedUtc:
    'Lists from other tools have dates in UTC: choose UTC as the time zone, or this program as the syntax.',
};

export type SearchMessages = typeof searchWords;
