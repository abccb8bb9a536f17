/** A thread of nine mails about a table of berths and payments, and the table. One mail that others name is gone. */
const ana = 'Ana Moreira <ana@garca-azul.example>';
const rui = 'Rui Tavares <rui@garca-azul.example>';
const dmitri = 'Dmitri Sokolov <dmitri@osprey.example>';
const nikos = 'Nikos Papadakis <nikos@piraeus-agents.example>';
const juergen = 'Jürgen Weiß <juergen@hafenlager.example>';

const HEAD = 'Berths and payments of the voyage\nDate\tBerth\tFor\tEUR\tAccount\tSigned\n';
const first = [
  '2023-01-18\tHamburg 3\tHafenlager, rent\t4200\t0171\tJ. Weiß',
  '2023-03-12\tShenzhen 11\tport agent\t25000\t2204\tChen',
  '2023-03-15\tColombo 2\twater, one night\t1800\t7730\tM. Nowak',
  '2023-03-18\tPiraeus silo\tthe other fee\t15000\t0123\tN. Papadakis',
  '2023-03-19\tRotterdam 7\tgate and camera\t40000\t0135\tSamir',
];
const last = [
  ...first,
  '2023-03-19\tHamburg 3\tfourth key\t40000\t0191\t',
  '2023-03-31\tHamburg 3\tphotographs\t250000\t0191\t',
];
const sum = (rows) => rows.reduce((all, row) => all + Number(row.split('\t')[3]), 0);
const table = (rows) => `${HEAD}${rows.join('\n')}\nSum\t\t\t${sum(rows)}\t\t\n`;
export const tables = {
  'berths and payments.xlsx': { author: 'Dmitri Sokolov', title: 'Berths and payments', text: table(first) },
  'berths and payments, all.xlsx': { author: 'Ana Moreira', title: 'Berths and payments', text: table(last) },
};

const subject = 'Berths and payments';
const quoted = (who, text) => `\n\n${who} wrote:\n${text.replace(/^/gm, '> ')}`;

const beginning =
  'Everybody,\n\nthe table is attached. Check your line and sign it. We settle after the voyage, not before.\n\nDmitri';
const silo = 'Dmitri,\n\nthe fee behind the silo is fifteen, as in December. Signed.\n\nNikos';
const question = 'Dmitri,\n\nwhat is berth 3 in Hamburg? The ship was never there in March.\n\nRui';
const rent = 'Das ist die Miete für Januar. Nichts weiter.\n\nJ. Weiß';
const doubt = 'January is one line. Why do I see two payments to Hamburg in the bank?\n\nRui';
const whole = 'Rui,\n\nhere is all of it, because you do not stop asking. Do not answer to everybody.\n\nAna';
const account =
  'Ana,\n\naccount 0191. Forty thousand on the night, two hundred and fifty on the Friday. It is the private number of Jürgen. He is x91.\n\nRui';

/** `answers`: the number of the mail that it answers, from 1; 5 is gone. */
export const thread = [
  {
    from: dmitri,
    to: [ana, rui, nikos, juergen],
    date: '2023-03-09T20:10:00+03:00',
    text: beginning,
    attachments: ['berths and payments.xlsx'],
  },
  {
    from: nikos,
    to: [dmitri],
    cc: [ana],
    date: '2023-03-10T08:20:00+02:00',
    text: silo + quoted('Dmitri', beginning),
    answers: 1,
  },
  {
    from: rui,
    to: [dmitri],
    cc: [ana, juergen],
    date: '2023-03-21T09:00:00Z',
    text: question + quoted('Dmitri', beginning),
    answers: 1,
  },
  {
    from: juergen,
    to: [rui],
    cc: [dmitri],
    date: '2023-03-21T11:42:00+01:00',
    text: rent + quoted('Rui', question),
    answers: 3,
  },
  null,
  { from: rui, to: [ana], date: '2023-04-01T06:05:00+01:00', text: doubt + quoted('Jürgen', rent), answers: 4 },
  {
    from: ana,
    to: [rui],
    date: '2023-04-01T06:31:00+01:00',
    text: whole + quoted('Rui', doubt),
    answers: 6,
    attachments: ['berths and payments, all.xlsx'],
  },
  { from: rui, to: [ana], date: '2023-04-01T06:50:00+01:00', text: account + quoted('Ana', whole), answers: 7 },
  { from: ana, to: [rui], date: '2023-04-01T06:58:00+01:00', text: 'Apaga isto, Rui. Peço-te.', answers: 8 },
  { from: dmitri, to: [juergen], cc: [ana], date: '2023-04-01T10:15:00+03:00', text: 'Jürgen, explain.', answers: 5 },
].map(
  (mail, n) => mail && { ...mail, subject: mail.answers === undefined ? subject : `Re: ${subject}`, number: n + 1 },
);
