/** Mutants of threads of mails. */
const threads = (name) => `src/schema/threads/${name}.ts`;

export const mailThreads = [
  {
    name: 'threads-loop',
    says: 'mails that answer each other are above themselves',
    file: threads('thread-forest'),
    old: ' || this.groupOf(child) === this.groupOf(parent)',
    now: ' || child === parent',
  },
  {
    name: 'threads-second-parent',
    says: 'what others say of a mail counts more than what it says itself',
    file: threads('thread-forest'),
    old: 'this.#parents[child] !== 0 || ',
    now: '',
  },
  {
    name: 'threads-first-reference',
    says: 'a mail is below the first mail that it names',
    file: threads('thread-links'),
    old: 'references[references.length - 1]!',
    now: 'references[0]!',
  },
  {
    name: 'threads-unlinked-chain',
    says: 'mails that are only named have no place',
    file: threads('thread-links'),
    old: 'i < references.length; i++) forest.link',
    now: 'i < 1; i++) forest.link',
  },
  {
    name: 'threads-far-references',
    says: 'references that have another place are no part of the thread',
    file: threads('thread-links'),
    old: 'i < references.length; i++) forest.join',
    now: 'i < 1; i++) forest.join',
  },
  {
    name: 'threads-guess-among-two',
    says: 'a reply without references joins one of two threads',
    file: threads('thread-guesses'),
    old: 'group === MANY || found !== NONE',
    now: 'group === MANY',
  },
  {
    name: 'threads-guess-own',
    says: 'the thread of a reply itself counts as one that it may answer',
    file: threads('thread-guesses'),
    old: 'group === NONE || group === own || ',
    now: 'group === NONE || ',
  },
  {
    name: 'threads-third-thread',
    says: 'a third thread of a circle is not noticed',
    file: threads('thread-guesses'),
    old: 'second === NONE ? group : MANY',
    now: 'group',
  },
  {
    name: 'threads-self-answer',
    says: 'a mail that names itself is its own reference',
    file: threads('mail-facts'),
    old: '.filter((one) => one !== id)',
    now: '',
  },
];
