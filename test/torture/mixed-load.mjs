/**
 * Clients that search and read concurrently while engine processes die or files are damaged. Each answer must be correct and
 * complete, or a refusal that the caller of `mayRefuse` accepts. None may hang. An answer may be cut off after its first byte,
 * which the client can detect.
 */
import { Client, searchPath } from './clients.mjs';
import { makeQueries, searchAnswer, writeLoadCase } from './load-case.mjs';
import { Random } from './random.mjs';

/** Longer than any part of a search under `--search-timeout`, retries and checks included. */
const hangMs = 60_000;

export class MixedLoad {
  figures = { searches: 0, records: 0, texts: 0, suggestions: 0, right: 0, refused: 0, cut: 0, slowestMs: 0 };
  #names;
  #lists = [];
  #queries = [];
  #seed;
  #fail;
  #isRunning = false;
  #workers = [];

  constructor({ names, seed, fail }) {
    this.#names = names;
    this.#seed = seed;
    this.#fail = fail;
  }

  async writeCases(pathOf, { items, queries }) {
    for (const [i, name] of this.#names.entries()) {
      this.#lists.push(await writeLoadCase(pathOf(name), { seed: this.#seed + i, items, rareWords: 10 }));
    }
    this.#queries = makeQueries(this.#lists, { seed: this.#seed, count: queries });
  }

  /**
   * `mayRefuse(answer, names)` says whether a wrong answer is an acceptable refusal of a request to these sources.
   * `mayLack(name)` says whether a search over all of them may report that one as missing.
   */
  start(url, { clients, mayRefuse, mayLack = () => false }) {
    this.#isRunning = true;
    this.#workers = Array.from({ length: clients }, async (_, i) => {
      const random = new Random(this.#seed * 1000 + i);
      const client = new Client(url);
      while (this.#isRunning) await this.#one(client, random, mayRefuse, mayLack);
      client.close();
    });
  }

  /** Resolves when every request has its answer. */
  async stop() {
    this.#isRunning = false;
    await Promise.all(this.#workers);
  }

  async #one(client, random, mayRefuse, mayLack) {
    const kind = random.next();
    const asked =
      kind < 0.6 ? this.#search(random, mayLack) : kind < 0.95 ? this.#item(random) : this.#suggestions(random);
    this.figures[asked.what]++;
    try {
      const answer = await client.get(asked.path, { msMax: hangMs });
      this.figures.slowestMs = Math.max(this.figures.slowestMs, Math.round(answer.ms));
      if (asked.isRight(answer)) this.figures.right++;
      else if (mayRefuse(answer, asked.names)) this.figures.refused++;
      else this.#fail(`${asked.path}: ${answer.status} ${answer.bytes.toString().slice(0, 300)}`);
    } catch (error) {
      if (error.message === 'the answer was cut off' || error.code === 'ECONNRESET') this.figures.cut++;
      else this.#fail(`${asked.path}: ${error.message}`);
    }
  }

  #search(random, mayLack) {
    const { text, ids } = random.pick(this.#queries);
    const one = random.next() < 0.5 ? random.below(this.#names.length) : null;
    const names = one === null ? this.#names : [this.#names[one]];
    const lists = one === null ? ids : [ids[one]];
    return {
      what: 'searches',
      names,
      path: searchPath(text, one === null ? {} : { sourceID: names[0] }),
      isRight: ({ status, bytes }) => status === 200 && isAnswer(bytes.toString(), names, lists, mayLack),
    };
  }

  #item(random) {
    const source = random.below(this.#names.length);
    const item = random.pick(this.#lists[source]);
    const path = `/sources/${this.#names[source]}/docs/${item.id}`;
    const names = [this.#names[source]];
    if (random.next() < 0.5) {
      const isRight = ({ status, bytes }) =>
        status === 200 && JSON.stringify(JSON.parse(bytes).properties) === JSON.stringify(item.properties);
      return { what: 'records', names, path, isRight };
    }
    const isRight = ({ status, bytes }) =>
      item.text === null ? status === 404 : status === 200 && bytes.equals(item.text);
    return { what: 'texts', names, path: `${path}/text`, isRight };
  }

  #suggestions(random) {
    const prefix = `tag${random.below(20)}`;
    return {
      what: 'suggestions',
      names: this.#names,
      path: `/suggest?field=tag&prefix=${prefix}`,
      isRight: ({ status, bytes }) => status === 200 && bytes.includes(prefix),
    };
  }
}

/** Whether this is the correct answer of all sources, or of some with the missing ones named. */
function isAnswer(text, names, lists, mayLack) {
  if (text === searchAnswer(names, lists)) return true;
  let answer;
  try {
    answer = JSON.parse(text);
  } catch {
    return false;
  }
  const missing = (answer.incomplete ?? []).map(({ source }) => source);
  if (missing.length === 0 || !missing.every(mayLack)) return false;
  const kept = names.flatMap((name, i) => (missing.includes(name) ? [] : [i]));
  const right = searchAnswer(
    kept.map((i) => names[i]),
    kept.map((i) => lists[i]),
  );
  return JSON.stringify(answer.docs) === right.slice('{"docs":'.length, -1);
}
