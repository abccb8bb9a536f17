/** English texts about saved searches, and keyword lists of other tools. */
const number = new Intl.NumberFormat('en');
const count = (n: number): string => number.format(n);

export const searchWords = {
  savedSearches: 'Saved searches',
  noSavedSearches: 'No saved search is listed.',
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
  searchRenamed: (name: string, next: string) => `${name} is called ${next} now.`,
  searchDeleted: (name: string) => `${name} is deleted.`,
  ownHistoryHint: 'Your searches, each below the one that it came from. Nobody else sees them.',
  searchNameTaken: (name: string) => `There is a search named ${name} already. Choose another name.`,
  scanning: ({ scanned, items: all, found }: { scanned: number; items: number; found: number }) =>
    `${all === 0 ? 0 : Math.floor((100 * scanned) / all)} % of the texts searched, ${count(found)} found so far`,
  cancelSearch: 'Cancel',
  cancelled: 'Cancelled: nothing is known of its answer.',
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
  translationColumns: { written: 'Written', meant: 'In the language of this page', notes: 'Doubts' },
  translationRefused: 'not exact',
  translationDone: (n: number, refused: number, doubted: number) =>
    `${count(n)} lines, ${count(refused)} without an exact meaning, ${count(doubted)} with doubts. Read them before you run the list.`,
  keywordsNeedUtc: 'Lists of other tools have dates of UTC: choose UTC as time zone, or this program as the syntax.',
};

export type SearchMessages = typeof searchWords;
