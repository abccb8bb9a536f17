import { Random } from '../random.ts';
import { vocabulary } from './vocabulary.ts';
import { WeightedChoice, zipfWeights } from './weighted-choice.ts';

export interface SyntheticOptions {
  readonly items: number;
  readonly seed: number;
  /** Mean number of words of a text. */
  readonly words: number;
  /** Distinct words to draw from. */
  readonly vocabulary: number;
}

/**
 * Makes the records of a synthetic case, as JSON Lines: texts of Zipf-distributed words with some collocations (so that phrases
 * have hits), lengths with a long tail, and the properties of a processed case.
 */
export class ItemLines {
  readonly #random: Random;
  readonly #options: SyntheticOptions;
  readonly #words: readonly string[];
  readonly #choice: WeightedChoice;
  readonly #collocations: readonly string[];
  #day = Date.UTC(2019, 0, 1);

  constructor(options: SyntheticOptions) {
    this.#options = options;
    this.#random = new Random(options.seed);
    this.#words = vocabulary(options.vocabulary, options.seed + 1);
    this.#choice = new WeightedChoice(zipfWeights(options.vocabulary));
    this.#collocations = Array.from({ length: 2000 }, () =>
      Array.from({ length: 2 + this.#random.below(2) }, () => this.#word()).join(' '),
    );
  }

  /** Returns the line of item `index`, without its newline. Must be called with 0, 1, 2 and so on. */
  line(index: number): string {
    const random = this.#random;
    const id = index + 1 + (index >> 6); // a hole after every 64 items
    const text = this.#text();
    const kind = random.pick(KINDS);
    const folder = FOLDERS[Math.floor(random.fraction() ** 2 * FOLDERS.length)]!;
    const name = `${this.#word()}_${random.below(10_000)}.${kind.ext}`;
    const modified = this.#nextDate();
    const properties = {
      name: [name],
      path: [`disk1.dd/vol_vol2/Users/${USERS[random.below(USERS.length)]}/${folder}/${this.#word()}/${name}`],
      length: [String(text.length + Math.floor(random.fraction() ** 8 * 5_000_000))],
      type: [kind.ext],
      hash: [hex(random, 4)],
      category: random.fraction() < 0.2 ? [kind.category, 'Encrypted Files'] : [kind.category],
      contentType: [kind.contentType],
      modified: [modified],
      ...(random.fraction() < 0.3 ? { author: [USERS[random.below(USERS.length)]!] } : {}),
      ...(random.fraction() < 0.1 ? { deleted: ['true'] } : {}),
    };
    return JSON.stringify({ id, properties, text });
  }

  #text(): string {
    // Exponential lengths: many short texts, a few long ones, with the requested mean.
    const count = 1 + Math.floor(-Math.log(1 - this.#random.fraction()) * this.#options.words);
    let text = this.#word();
    for (let i = 1; i < count; i++) {
      const draw = this.#random.bits() & 63;
      if (draw === 0) text += `.\n${this.#word()}`;
      else if (draw < 4) text += `, ${this.#word()}`;
      else if (draw < 8) text += ` ${this.#collocations[this.#random.below(this.#collocations.length)]!}`;
      else text += ` ${this.#word()}`;
    }
    return text;
  }

  #word(): string {
    return this.#words[this.#choice.draw(this.#random)]!;
  }

  /** Dates drift, because neighbours in a case often have similar times, which columns in blocks can exploit. */
  #nextDate(): string {
    if (this.#random.below(200) === 0) this.#day = Date.UTC(2010, 0, 1) + this.#random.below(15 * 365) * 86_400_000;
    return `${new Date(this.#day + this.#random.below(14 * 86_400) * 1000).toISOString().slice(0, 19)}Z`;
  }
}

const KINDS = [
  { ext: 'txt', contentType: 'text/plain', category: 'Plain Texts' },
  { ext: 'txt', contentType: 'text/plain', category: 'Plain Texts' },
  { ext: 'html', contentType: 'text/html', category: 'HTML Documents' },
  { ext: 'html', contentType: 'text/html', category: 'HTML Documents' },
  { ext: 'eml', contentType: 'message/rfc822', category: 'Emails' },
  { ext: 'eml', contentType: 'message/rfc822', category: 'Emails' },
  { ext: 'eml', contentType: 'message/rfc822', category: 'Emails' },
  { ext: 'pdf', contentType: 'application/pdf', category: 'PDF Documents' },
  { ext: 'docx', contentType: 'application/vnd.openxmlformats-officedocument', category: 'Text Documents' },
  { ext: 'xlsx', contentType: 'application/vnd.openxmlformats-spreadsheetml', category: 'Spreadsheets' },
  { ext: 'log', contentType: 'text/x-log', category: 'Log Files' },
  { ext: 'jpg', contentType: 'image/jpeg', category: 'Images' },
] as const;
const FOLDERS =
  'Documents Downloads Desktop AppData/Local/Temp Mail/Inbox Mail/Sent Pictures/2020 Projects Backup'.split(' ');
const USERS = ['Ana', 'João', 'Mária Souza', 'Пётр', 'smith', 'O’Brien', 'admin', '王伟'];

function hex(random: Random, words: number): string {
  let text = '';
  for (let i = 0; i < words; i++) text += random.bits().toString(16).padStart(8, '0');
  return text.toUpperCase();
}
