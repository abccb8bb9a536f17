/** English texts about conversations. */
const number = new Intl.NumberFormat('en');
const count = (n: number): string => number.format(n);
const messages = (n: number): string => `${count(n)} ${n === 1 ? 'message' : 'messages'}`;

export const conversationWords = {
  messagesFromTo: (n: number, from: string, to: string) => `${messages(n)}, ${from} to ${to}`,
  joinedByPeople: 'grouped by sender and recipient: the case names no conversation',
  untimedMessages: (n: number) => `${count(n)} without a time`,
  participants: 'Participants',
  jumpToDate: 'Jump to date',
  noMessageFrom: (day: string) => `There is no message on ${day} or later.`,
  searchConversation: 'Search this conversation',
  noMessageFound: 'No message found',
  onTheRight: 'On the right',
  asCaseSays: 'The owner of the device',
  ownerUnknown: 'The case does not say whose device this is.',
  filesAreCut: 'These messages have more files than are shown here.',
  earlierMessages: (n: number) => `Earlier messages (${count(n)})`,
  laterMessages: (n: number) => `Later messages (${count(n)})`,
  withoutMessage: (seconds: number) => {
    const days = Math.floor(seconds / 86_400);
    return `${count(days)} ${days === 1 ? 'day' : 'days'} without a message`;
  },
  messageAt: (n: number) => `Message ${count(n)}`,
  answersMessage: 'Answers a message',
  wasDeleted: 'deleted',
  messageIsCut: '… The text continues: open the message.',
  notInCase: 'not in the case',
  openMessage: 'Open this message',
  openFile: (name: string) => `Open ${name}`,
  noTime: 'no time',
};
