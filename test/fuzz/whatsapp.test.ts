/**
 * Random chats in the spellings of WhatsApp are read back unchanged. With flipped, lost and cut bytes a reader ends, throws
 * nothing, and reports everything that it cannot read. RUNS=100 makes that many times more attempts, and SEED= chooses others.
 */
import { expect, test } from '@jest/globals';
import { propertyOf, readFiles } from '../support/read-files.ts';
import { seeded } from '../support/seeded.ts';

const RUNS = Number(process.env.RUNS ?? 1) * 40;
const SEED = Number(process.env.SEED ?? 1);

interface Written {
  readonly date: Date;
  readonly sender: string | null;
  readonly text: string;
}

const WORDS = [
  'harbour',
  'Grüße',
  '契約書',
  'a: b',
  '12/3',
  '🔥',
  '[x]',
  '- y',
  '<z>',
  'مرحبا',
  'https://example.org/a:b',
  '',
];
const SENDERS = ['Ada', 'Bo Ñu', '+44 7700 900123', 'C-3 PO', null];

const SPELLINGS: readonly ((date: string, time: string) => string)[] = [
  (date, time) => `[${date}, ${time}] `,
  (date, time) => `\u200e[${date} ${time}] `,
  (date, time) => `${date}, ${time.slice(0, 5)} - `,
];
const DATES: readonly ((day: string, month: string, year: string) => string)[] = [
  (day, month, year) => `${day}/${month}/${year.slice(2)}`,
  (day, month, year) => `${month}/${day}/${year}`,
  (day, month, year) => `${day}.${month}.${year.slice(2)}`,
  (day, month, year) => `${year}-${month}-${day}`,
];

function randomChat(random: () => number): readonly Written[] {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
  let moment = Date.UTC(2020, 0, 1);
  return Array.from({ length: 40 }, () => {
    moment += Math.floor(random() * 5 * 86_400_000);
    moment -= moment % 60_000;
    const sender = pick(SENDERS);
    const line = (): string =>
      Array.from({ length: 1 + Math.floor(random() * 5) }, () => pick(WORDS))
        .join(' ')
        .trim();
    // The messages of the application itself contain no `: `, which would end the name of a sender.
    const text = sender === null ? 'Ada left' : [line(), ...(random() < 0.3 ? ['', line()] : [])].join('\n').trim();
    return { date: new Date(moment), sender, text };
  });
}

function written(chat: readonly Written[], spelling: (typeof SPELLINGS)[number], date: (typeof DATES)[number]): string {
  const lines = chat.map(({ date: moment, sender, text }) => {
    const [year, month, day] = moment.toISOString().slice(0, 10).split('-') as [string, string, string];
    const start = spelling(date(day, month, year), moment.toISOString().slice(11, 19));
    return `${start}${sender === null ? '' : `${sender}: `}${text}`;
  });
  return `${lines.join('\r\n').replaceAll('\r\n', random01(chat) ? '\n' : '\r\n')}\n`;
}

const random01 = (chat: readonly Written[]): boolean => chat[0]!.text.length % 2 === 0;

test('random chats are read as they were written', async () => {
  const random = seeded(SEED);
  for (let run = 0; run < RUNS; run++) {
    const chat = randomChat(random);
    const text = written(chat, SPELLINGS[run % SPELLINGS.length]!, DATES[run % DATES.length]!);
    const { leaves, problems } = await readFiles({ '_chat.txt': text }, '_chat.txt');
    expect([run, problems]).toEqual([run, []]);
    expect(
      leaves.map((item) => [propertyOf(item, 'Communication:Date'), propertyOf(item, 'Communication:From'), item.text]),
    ).toEqual(chat.map(({ date, sender, text: said }) => [date.toISOString().slice(0, 19), sender, said]));
  }
});

test('a wrong byte costs at most the message that contains it', async () => {
  const random = seeded(SEED + 1);
  for (let run = 0; run < RUNS; run++) {
    const chat = randomChat(random);
    const bytes = Buffer.from(written(chat, SPELLINGS[run % SPELLINGS.length]!, DATES[3]!));
    bytes[Math.floor(random() * bytes.length)]! ^= 1 << Math.floor(random() * 8);
    const { leaves } = await readFiles({ '_chat.txt': bytes }, '_chat.txt');
    expect([run, Math.abs(leaves.length - chat.length) <= 1]).toEqual([run, true]);
    // Text that is no longer a message of its own belongs to the previous one, so no text is lost.
    const words = leaves.map(({ text }) => text).join('\n').length;
    const before = chat.map(({ text }) => text).join('\n').length;
    expect([run, words >= before - 60]).toEqual([run, true]);
  }
});

test('a chat that is cut anywhere keeps all messages before the cut', async () => {
  const random = seeded(SEED + 2);
  for (let run = 0; run < RUNS; run++) {
    const bytes = Buffer.from(written(randomChat(random), SPELLINGS[run % SPELLINGS.length]!, DATES[3]!));
    const cut = bytes.subarray(0, Math.floor(random() * bytes.length));
    const starts = (cut.toString().match(/^\u200e?\[?\d{4}-\d\d-\d\d,? \d\d:\d\d(?::\d\d\]| -)/gm) ?? []).length;
    const { leaves, problems } = await readFiles({ '_chat.txt': cut }, '_chat.txt');
    expect([
      run,
      Math.abs(leaves.length - starts) <= 1,
      leaves.length > 0 || problems.length > 0 || cut.length < 40,
    ]).toEqual([run, true, true]);
  }
});
