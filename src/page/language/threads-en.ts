/** English texts about threads and people. */
const number = new Intl.NumberFormat('en');
const count = (n: number): string => number.format(n);

export const threadWords = {
  peopleTitle: 'Mails between people',
  sentFrom: 'Sent from',
  sentTo: 'Sent to',
  bothWays: 'Both ways',
  showMails: 'Show mails',
  nameOrAddress: 'Name or address',
  nobody: 'Nobody',
  removePerson: (address: string) => `Remove ${address}`,
  peopleFor: (field: string) => `People: ${field}`,
  sentAndGot: (sent: number, got: number) => `sent ${count(sent)}, received ${count(got)}`,
  threadMails: (mails: number, missing: number) =>
    `${count(mails)} ${mails === 1 ? 'mail' : 'mails'}${missing === 0 ? '' : `, ${count(missing)} missing`}`,
  onlyInclusive: 'Only inclusive mails',
  containedBelow: (n: number) => `${count(n)} hidden: later mails contain their text`,
  isContained: 'A later mail contains its text',
  threadIsCut: 'The thread has more mails than are shown here.',
  threadTextIsCut: 'The text continues: open the mail.',
  missingMail: 'Missing mail',
  wroteTo: 'to',
  otherSubject: 'other subject',
  guess: 'guess',
  guessHint: 'The mail names no other mail. Its place follows only from subject and people.',
  copiesOf: (n: number) => (n === 1 ? '1 copy' : `${count(n)} copies`),
  quoted: (lines: number) => `Quoted: ${count(lines)} ${lines === 1 ? 'line' : 'lines'}`,
};
