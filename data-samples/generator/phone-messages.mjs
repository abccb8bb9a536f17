/** What was written on Rui's phone: a group before and after the night in warehouse seven, Ana, and a number without a name. */
export const group = {
  name: 'Halle 7 🔑',
  participants: ['Ana Moreira', 'Dmitri', 'Jürgen Weiß', 'Rui Tavares', 'Samir', '+49 40 555 0191'],
  /** Time, writer (null: the application), text, more. A message is answered by its number, from 1. */
  messages: [
    ['2023-03-08T18:00:00Z', null, 'Ana Moreira created the group “Halle 7 🔑”'],
    ['2023-03-08T18:00:00Z', null, 'Ana Moreira added you'],
    [
      '2023-03-08T18:02:11Z',
      'Ana Moreira',
      'Everything about Sunday goes in here and nowhere else. No names of ships, please.',
    ],
    ['2023-03-08T18:03:40Z', 'Dmitri', 'the blue bird then 🪶'],
    ['2023-03-08T18:09:05Z', 'Rui Tavares', 'Porque é que eu estou neste grupo?'],
    ['2023-03-08T18:10:30Z', 'Ana Moreira', 'Porque a firma também é tua.', { answers: 5 }],
    ['2023-03-08T18:11:02Z', 'Rui Tavares', 'A firma sim. O contentor não.', { answers: 5 }],
    [
      '2023-03-09T07:30:00Z',
      'Jürgen Weiß',
      'Guten Morgen. Es gibt drei Schlüssel für Halle sieben: Ana, Samir, Pförtner.',
    ],
    ['2023-03-09T07:31:20Z', 'Samir', 'and the fourth?'],
    ['2023-03-09T07:34:00Z', 'Jürgen Weiß', 'Es gibt keinen vierten.', { answers: 9 }],
    ['2023-03-09T07:34:41Z', 'Jürgen Weiß', 'Fragen Sie bitte nicht hier.', { deleted: true, answers: 9 }],
    [
      '2023-03-09T20:15:00Z',
      'Dmitri',
      'I send the table of payments by mail. Whoever signs, writes the date next to it.',
    ],
    ['2023-03-10T08:00:12Z', '+49 40 555 0191', 'Which account for Hamburg?'],
    ['2023-03-10T08:01:00Z', 'Dmitri', 'who is this number'],
    ['2023-03-10T08:01:30Z', null, 'Jürgen Weiß added +49 40 555 0191'],
    ['2023-03-10T08:02:10Z', 'Jürgen Weiß', 'Das ist mein privates Telefon. Alles gut.', { deleted: true }],
    ['2023-03-19T20:40:00Z', 'Samir', 'gate is open from two'],
    ['2023-03-19T22:58:30Z', 'Ana Moreira', 'She is in. Engines off.', { file: 'IMG_4410.jpg' }],
    ['2023-03-20T01:13:00Z', 'Samir', '', { file: 'IMG_4412.jpg' }],
    ['2023-03-20T01:31:30Z', 'Samir', 'seal 8801, cut at 01:31', { file: 'IMG_4413.jpg' }],
    ['2023-03-20T01:33:00Z', 'Dmitri', 'good. pictures away now', { answers: 20 }],
    ['2023-03-20T01:34:12Z', 'Samir', 'someone is at the fence with a phone', { answers: 20 }],
    ['2023-03-20T01:41:00Z', 'Ana Moreira', '', { missing: 'PTT-20230320-WA0003.opus' }],
    ['2023-03-20T03:06:00Z', 'Samir', 'road is free', { file: 'IMG_4420.jpg' }],
    ['2023-03-20T06:20:00Z', 'Rui Tavares', 'O que é que vocês fizeram esta noite?'],
    ['2023-03-20T06:25:00Z', 'Ana Moreira', 'Rui, liga-me.'],
    ['2023-03-31T21:00:00Z', '+49 40 555 0191', 'Friday is over. 250.'],
    ['2023-03-31T21:00:40Z', 'Dmitri', 'Jürgen, that is your number.'],
    ['2023-03-31T21:04:00Z', 'Jürgen Weiß', 'Mein Telefon wurde gestohlen.', { answers: 28 }],
    ['2023-03-31T21:06:00Z', 'Rui Tavares', 'Quando?', { answers: 28 }],
    ['2023-03-31T21:06:30Z', null, 'Jürgen Weiß left'],
    ['2023-04-01T07:12:00Z', 'Rui Tavares', 'I have the table. I have the mails. Tomorrow I go to the customs.'],
    ['2023-04-01T07:13:00Z', 'Ana Moreira', 'Rui, por favor. Apaga isto.', { deleted: true }],
    ['2023-04-01T07:15:00Z', null, 'Ana Moreira deleted this group'],
  ],
};

export const owner = 'Rui Tavares';

/** Time, whether Rui wrote it, text. */
export const numberless = [
  ['2023-03-26T09:14:00Z', false, 'You were at the fence. So was I.'],
  ['2023-03-26T09:40:00Z', true, 'Who are you?'],
  ['2023-03-26T09:41:00Z', false, 'Somebody with a fourth key. Ask about the berth in Hamburg.'],
  ['2023-03-31T20:58:00Z', false, 'It is paid. Keep the table, you will need it.'],
];
export const number = '+49 40 555 0191';
