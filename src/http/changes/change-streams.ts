/**
 * The open streams of changes: their number, their owners, and waking them. A stream stores only its position in the log, so a
 * slow reader costs no more than a fast one.
 */
import { HttpFault } from '../errors.ts';
import { RETRY_AFTER_SECONDS, STREAMS_MAX, STREAMS_OF_PERSON_MAX } from '../limits.ts';
import { Presence } from './presence.ts';

export class ChangeStreams {
  readonly presence = new Presence();
  readonly #streams = new Set<ChangeStream>();
  #isClosing = false;

  get count(): number {
    return this.#streams.size;
  }

  /**
   * `person`: null without authentication; `page`: the page's name, if it takes part in presence. Throws HttpFault 429 and 503 if
   * there are too many.
   */
  open(person: string | null, page: string | null = null): ChangeStream {
    const own = person === null ? 0 : [...this.#streams].filter((one) => one.person === person).length;
    const again = { 'Retry-After': String(RETRY_AFTER_SECONDS) };
    if (own >= STREAMS_OF_PERSON_MAX) {
      const name = JSON.stringify(person);
      throw new HttpFault(
        429,
        `${name} has ${own} streams of changes open, the most that are allowed. Close one of them.`,
        again,
      );
    }
    if (this.#streams.size >= STREAMS_MAX) {
      throw new HttpFault(
        503,
        `${STREAMS_MAX} streams of changes are open, the most that are allowed. Ask with follow=false, or try again later.`,
        again,
      );
    }
    const stream = new ChangeStream({ person, page }, () => {
      this.#streams.delete(stream);
      this.presence.leave(stream);
    });
    this.#streams.add(stream);
    if (this.#isClosing) stream.end();
    return stream;
  }

  /** The newest stream of the person's page, if any. */
  ofPage(person: string | null, page: string): ChangeStream | undefined {
    return [...this.#streams].findLast((one) => one.page === page && one.person === person);
  }

  /** Called when there may be new events. */
  wakeAll(): void {
    for (const stream of this.#streams) stream.wake();
  }

  /** Called when the server stops: ends all waits. */
  endAll(): void {
    this.#isClosing = true;
    for (const stream of this.#streams) stream.end();
  }
}

export class ChangeStream {
  readonly person: string | null;
  readonly page: string | null;
  readonly #onClose: () => void;
  #isWoken = false;
  #isEnded = false;
  #isLeft = false;
  #resume: (() => void) | null = null;

  constructor({ person, page }: Pick<ChangeStream, 'person' | 'page'>, onClose: () => void) {
    this.person = person;
    this.page = page;
    this.#onClose = onClose;
  }

  /** Whether the client has closed its side, as a leaving browser does. */
  get isLeft(): boolean {
    return this.#isLeft;
  }

  /** Whether the server wants the stream to end. */
  get isEnded(): boolean {
    return this.#isEnded;
  }

  wake(): void {
    this.#isWoken = true;
    this.#resume?.();
  }

  leave(): void {
    this.#isLeft = true;
    this.wake();
  }

  end(): void {
    this.#isEnded = true;
    this.wake();
  }

  /** Called when the client has disconnected or was answered. */
  close(): void {
    this.#onClose();
    this.end();
  }

  /** Resolves to true when woken since the last call, to false after the time limit. */
  async woken(msMax: number): Promise<boolean> {
    if (!this.#isWoken) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, msMax);
        this.#resume = () => {
          clearTimeout(timer);
          resolve();
        };
      });
      this.#resume = null;
    }
    const isWoken = this.#isWoken;
    this.#isWoken = false;
    return isWoken;
  }
}
