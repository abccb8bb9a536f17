/** A stream of Server-Sent Events through a plain request of node:http, event by event. */
import { type IncomingMessage, request } from 'node:http';

export interface ReceivedEvent {
  readonly name: string;
  /** The id of the last event that had an id, as the standard specifies. */
  readonly id: string | null;
  // biome-ignore lint/suspicious/noExplicitAny: tests examine its members
  readonly data: any;
}

export class EventStream {
  readonly response: IncomingMessage;
  readonly events: ReceivedEvent[] = [];
  comments = 0;
  lastId: string | null = null;
  isEnded = false;
  /** Whether everything was sent. */
  isDone = false;
  #rest = '';
  #taken = 0;
  #changed: () => void = () => undefined;

  private constructor(response: IncomingMessage) {
    this.response = response;
    response.setEncoding('utf8');
    response.on('data', (text: string) => this.#take(text));
    response.on('error', () => undefined);
    response.on('close', () => {
      this.isEnded = true;
      this.#changed();
    });
  }

  /** Rejects if the connection fails. */
  static open(url: string, path: string, headers: Readonly<Record<string, string>> = {}): Promise<EventStream> {
    return new Promise((resolve, reject) => {
      const asked = request(`${url}${path}`, { agent: false, headers }, (response) =>
        resolve(new EventStream(response)),
      );
      asked.once('error', reject);
      asked.end();
    });
  }

  /** Returns the next unread event. Rejects if the stream ends first. */
  async next(): Promise<ReceivedEvent> {
    await this.until(() => this.events.length > this.#taken);
    return this.events[this.#taken++]!;
  }

  /** Rejects if the stream ends first. */
  async until(isTrue: () => boolean): Promise<void> {
    while (!isTrue()) {
      if (this.isEnded) throw new Error(`the stream ended after ${this.events.length} events`);
      await new Promise<void>((resolve) => {
        this.#changed = resolve;
      });
    }
  }

  async ended(): Promise<void> {
    await this.until(() => this.isEnded);
  }

  close(): void {
    this.response.destroy();
  }

  /** Sequence numbers of the changes. */
  get sequences(): number[] {
    return this.events.flatMap(({ name, data }) => (name === 'change' ? [data.seq as number] : []));
  }

  #take(text: string): void {
    const blocks = (this.#rest + text).split('\n\n');
    this.#rest = blocks.pop()!;
    for (const block of blocks) {
      if (block === ':') this.comments++;
      else this.#event(block);
    }
    this.#changed();
  }

  #event(block: string): void {
    const lines = block.split('\n').map((line) => /^(\w+): (.*)$/.exec(line)!);
    const of = (field: string): string | undefined => lines.find(([, one]) => one === field)?.[2];
    this.lastId = of('id') ?? this.lastId;
    const data = JSON.parse(of('data')!);
    if (of('event') === 'end' && data.why === 'done') this.isDone = true;
    else this.events.push({ name: of('event')!, id: this.lastId, data });
  }
}
