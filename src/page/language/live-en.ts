/** What the page says of changes of others, in English. */
export const liveWords = {
  liveState: 'Changes of others',
  notLive: 'Not live',
  notLiveHint: 'Changes of others show once the page is connected again. It tries by itself.',
};
