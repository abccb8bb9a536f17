/** English texts about changes by others. */
export const liveWords = {
  liveState: 'Changes by others',
  notLive: 'Not live',
  notLiveHint: 'The page is trying to reconnect. Changes by others appear after that.',
  restarted:
    'The server was restarted, so nothing was changed. Its items are shown as they are now: look, then try again.',
  itemChanged: 'The case has changed this item. It is shown as it is now.',
  partMissing: 'This part of the page could not be loaded. The server may have been updated: reload the page.',
  presence: 'Presence',
  presenceHint: 'Show others which item you are viewing, and see who is viewing the same one',
  othersState: 'Others at this item',
  othersHere: (names: readonly string[], more: number) =>
    [...names, ...(more === 0 ? [] : [`${more} ${names.length === 0 ? 'other' : 'more'}`])].join(', '),
};
