/** Mutants of conversations. */
const scope = 'src/search/conversations/conversation-scope.ts';
const order = 'src/search/conversations/message-order.ts';
const parts = 'src/http/routes/related/conversation-parts.ts';

export const conversations = [
  {
    name: 'conversations-of-all-databases',
    says: 'numbers of conversations count over all databases',
    file: scope,
    old: 'return parentId === null ? query : allOf(',
    now: 'return parentId !== -1 ? query : allOf(',
  },
  {
    name: 'conversations-of-answered-messages',
    says: 'a message that others answer is a conversation',
    file: 'src/schema/conversations/message-facts.ts',
    old: 'return from === null || date === null;',
    now: 'return true;',
  },
  {
    name: 'conversations-one-way',
    says: 'messages the other way are of another conversation',
    file: scope,
    old: 'allOf(whole(fromName, second), whole(toName, first))',
    now: 'allOf(whole(fromName, first), whole(toName, second))',
  },
  {
    name: 'conversations-untimed-first',
    says: 'messages without a time come first',
    file: order,
    old: 'placed[at] = last;',
    now: 'placed[at] = Number.isNaN(time) ? Number.NEGATIVE_INFINITY : time;',
  },
  {
    name: 'conversations-unmerged',
    says: 'messages that are sorted at once are not merged with the others',
    file: order,
    old: 'width < order.length; width *= 2',
    now: 'width < 0; width *= 2',
  },
  {
    name: 'conversations-without-answers',
    says: 'answers below a message are left out',
    file: parts,
    old: 'scope.answered !== null && fields.senders.length > 0',
    now: 'scope.answered === null && fields.senders.length > 0',
  },
  {
    name: 'conversations-messages-are-files',
    says: 'answers are files of the message above them',
    file: parts,
    old: 'below.filter((id) => !isMessage(id))',
    now: 'below',
  },
];
