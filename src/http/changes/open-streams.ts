/**
 * The streams of changes that are open: how many, whose, and waking them. A stream keeps its place in the log and nothing that waits to
 * be sent, so a slow reader costs no more than one that keeps up.
 */
import { HttpFault } from '../errors.ts';
import { RETRY_AFTER_SECONDS, STREAMS_MAX, STREAMS_OF_PERSON_MAX } from '../limits.ts';
import { Presence } from './presence.ts';

export class OpenStreams {
  readonly presence = new Presence();
  readonly #streams = new Set<OpenStream>();
  #isClosing = false;

  get count(): number {
    return this.#streams.size;
  }

  /** `person`: null where nobody is known; `page`: what a page calls itself that shows who looks at what. Throws HttpFault 429 and 503 if there are too many. */
  open(person: string | null, page: string | null = null): OpenStream {
    const own = person === null ? 0 : [...this.#streams].filter((one) => one.person === person).length;
    const again = { 'Retry-After': String(RETRY_AFTER_SECONDS) };
    if (own >= STREAMS_OF_PERSON_MAX) {
      const name = JSON.stringify(person);
      throw new HttpFault(
        429,
        `${name} has ${own} streams of changes open, and no more are given. Close one of them.`,
        again,
      );
    }
    if (this.#streams.size >= STREAMS_MAX) {
      throw new HttpFault(
        503,
        `${STREAMS_MAX} streams of changes are open, and no more are given. Ask with follow=false, or try again later.`,
        again,
      );
    }
    const stream = new OpenStream({ person, page }, () => {
      this.#streams.delete(stream);
      this.presence.leave(stream);
    });
    this.#streams.add(stream);
    if (this.#isClosing) stream.end();
    return stream;
  }

  /** The newest one of a page of that person, if there is one. */
  ofPage(person: string | null, page: string): OpenStream | undefined {
    return [...this.#streams].findLast((one) => one.page === page && one.person === person);
  }

  /** There may be something new for any of them. */
  wakeAll(): void {
    for (const stream of this.#streams) stream.wake();
  }

  /** The server stops: none of them waits any longer. */
  endAll(): void {
    this.#isClosing = true;
    for (const stream of this.#streams) stream.end();
  }
}

export class OpenStream {
  readonly person: string | null;
  readonly page: string | null;
  readonly #onClose: () => void;
  #isWoken = false;
  #isEnded = false;
  #isLeft = false;
  #resume: (() => void) | null = null;

  constructor({ person, page }: Pick<OpenStream, 'person' | 'page'>, onClose: () => void) {
    this.person = person;
    this.page = page;
    this.#onClose = onClose;
  }

  /** Its client has closed its side, as browsers do that leave: there is nobody to wait with. */
  get isLeft(): boolean {
    return this.#isLeft;
  }

  /** The server wants it to end. */
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

  /** Its client is gone, or it was answered. */
  close(): void {
    this.#onClose();
    this.end();
  }

  /** Resolves when it is woken, or was since the last call: to true; or after a time: to false. */
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
