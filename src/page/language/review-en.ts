/** English texts for going through hits and marking them. */
const number = new Intl.NumberFormat('en');
const items = (n: number): string => `${number.format(n)} ${n === 1 ? 'item' : 'items'}`;

export const reviewWords = {
  reviews: 'Reviews',
  reviewCalled: (name: string) => `Review ${name}`,
  noReviews: 'There is no review yet.',
  startReview: 'Review',
  leaveReview: 'Leave',
  person: 'Person',
  somebody: 'Somebody',
  decidedItems: 'Items',
  perHour: 'Per hour',
  overturned: 'Overturned',
  agreement: (coding: string, agreed: number, n: number, kappa: number | null) =>
    `${coding}: agreed on ${number.format(agreed)} of ${items(n)}${kappa === null ? '' : `, kappa ${kappa.toFixed(2)}`}`,
  reviewProgress: (n: number, all: number) => `${number.format(n)} of ${number.format(all)} decided`,
  itemsGone: (n: number) => `${number.format(n)} gone`,
  itemsGoneHint: 'Their source no longer has them. They count again once it has them again.',
  removeGone: (n: number) =>
    n === 1 ? 'Remove the item that is gone' : `Remove the ${number.format(n)} items that are gone`,
  reviewGone: (n: number) =>
    `${items(n)} gone: the source no longer has ${n === 1 ? 'it' : 'them'}, so no decision is needed`,
  reviewLeft: (n: number) => `${items(n)} left in the review`,
  reviewNext: (name: string) => `Next: ${name}`,
  reviewFinished: 'You have no items left in this review.',
  reviewBack: 'Back',
  reviewOn: 'Continue',
  reviewUndecided: 'To the next undecided item',
  saving: 'Saving…',
  noChoice: 'None of them',
  choiceRequired: 'required',
  coded: (coding: string, choice: string | null) => `${coding}: ${choice ?? 'no choice'}`,
  choose: (name: string) => `Choose ${name}; choose again to withdraw it`,
  departed: 'It no longer matches. It stays here until the list is refreshed.',
  refreshRows: (n: number) => `${items(n)} changed: refresh the list`,
  rowNotThere: 'Nothing was changed: the row is not on the screen. Scroll to it, and press the key again.',
  rowIsNew: 'Nothing was changed: the list was refreshed. Choose a row with j, k or a click.',
  itemNotThere: 'Nothing was changed: the open item is not shown yet.',
  otherItemShown: 'Nothing was changed: another item is open. Choose a row with j, k or a click.',
  selectionCount: (n: number) => `${items(n)} selected`,
  showSelection: 'Show the selection',
  clearSelection: 'Clear the selection',
  added: (n: number, name: string) => `${items(n)} added to ${name}`,
  removed: (n: number, name: string) => `${items(n)} removed from ${name}`,
};

export type ReviewMessages = typeof reviewWords;
