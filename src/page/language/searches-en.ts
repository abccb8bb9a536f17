/** English texts about saved searches. */
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
};

export type SearchMessages = typeof searchWords;
