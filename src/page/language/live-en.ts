/** English texts about changes by others. */
export const liveWords = {
  liveState: 'Changes of others',
  notLive: 'Not live',
  notLiveHint: 'Changes of others show once the page is connected again. It tries by itself.',
  presence: 'Presence',
  presenceHint: 'Show others which item you view, and show who views the same item',
  othersState: 'Others at this item',
  othersHere: (names: readonly string[], more: number) =>
    [...names, ...(more === 0 ? [] : [`${more} ${names.length === 0 ? 'other' : 'more'}`])].join(', '),
};
