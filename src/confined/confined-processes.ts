/**
 * Runs work on hostile bytes in separate processes. If work crashes, or exceeds its memory or time, only its process and its
 * answer are lost. A process does one task at a time and is reused. The numbers of processes and of waiting callers are
 * limited. confined-host.ts runs in the processes.
 */
import { ChildCalls, ChildEndedError } from '../shared/child/child-calls.ts';
import { AppError } from '../shared/errors.ts';
import { residentBytes } from '../shared/platform.ts';
import { Semaphore } from '../shared/semaphore.ts';

export interface ConfinedLimits {
  /** Concurrent processes, and callers that may wait for one before the next is refused. */
  readonly processes: number;
  readonly waiting: number;
  /** Time limit of one task, from its first message on. */
  readonly seconds: number;
  /** Limit on resident memory, if the system reports it. */
  readonly memoryBytes: number;
  /** A process without work ends after this time. */
  readonly idleSeconds: number;
}

/** The only call. The parts of its argument are the messages of a task. */
interface ConfinedCalls {
  work: { argument: null; result: unknown };
}

/** The messages of a task. They are read again if its process was ended from outside. */
type TaskMessages<Message> = () => Iterable<Message> | AsyncIterable<Message>;

/** There is no answer. The message is a reason that follows a name, such as `took more than 20 s`. */
export class ConfinedFault extends Error {
  override readonly name = 'ConfinedFault';
}

const MEMORY_ASKED_MILLISECONDS = 50;
/** Maximum number of times that a task is repeated because something else ended its process. */
const ENDED_MAX = 3;

interface Worker {
  readonly calls: ChildCalls<ConfinedCalls>;
  /** Its last task, whose data it may still have open. */
  key: string | null;
  timer: NodeJS.Timeout | undefined;
}

export class ConfinedProcesses<Message, Answer> {
  readonly #entry: URL;
  readonly #limits: ConfinedLimits;
  readonly #semaphore: Semaphore;
  readonly #idle: Worker[] = [];

  constructor(entry: URL, limits: ConfinedLimits) {
    this.#entry = entry;
    this.#limits = limits;
    this.#semaphore = new Semaphore(limits.processes, { tasksMax: limits.waiting, refusal: overloaded });
  }

  /**
   * Sends the messages and resolves with the answer. `key` names the subject: a free process that worked on the same one is
   * preferred. Throws ConfinedFault, or AppError OVERLOADED if too many callers wait.
   *
   * If something else ended the process, that says nothing about the bytes. They are read again by another process, up to three
   * times.
   */
  ask(messages: TaskMessages<Message>, key: string | null = null): Promise<Answer> {
    return this.#semaphore.run(async () => {
      for (let ended = 1; ; ended++) {
        try {
          return await this.#askOne(messages(), key);
        } catch (error) {
          if (!(error instanceof ChildEndedError)) throw error;
          if (!error.isFromOutside || ended === ENDED_MAX) throw faultOf(error);
        }
      }
    });
  }

  async #askOne(parts: Iterable<Message> | AsyncIterable<Message>, key: string | null): Promise<Answer> {
    const worker = this.#take(key);
    const watch = setInterval(() => void this.#limitMemory(worker), MEMORY_ASKED_MILLISECONDS);
    try {
      const answer = await worker.calls.call('work', null, { parts, deadlineMs: this.#limits.seconds * 1000 });
      this.#keep(worker);
      return answer as Answer;
    } catch (error) {
      if (error instanceof ConfinedFault) this.#keep(worker);
      // The messages ended early, and the process already has some of them.
      else worker.calls.kill();
      throw error;
    } finally {
      clearInterval(watch);
    }
  }

  close(): void {
    for (const worker of this.#idle.splice(0)) end(worker);
  }

  /** Takes a process that worked on the same subject, or else any free process, or else a new one. */
  #take(key: string | null): Worker {
    const known = this.#idle.findIndex((worker) => worker.key === key);
    const [worker = this.#start()] = this.#idle.splice(known >= 0 ? known : this.#idle.length - 1, 1);
    clearTimeout(worker.timer);
    worker.key = key;
    return worker;
  }

  #start(): Worker {
    const calls = new ChildCalls<ConfinedCalls>(this.#entry, {
      stderr: 'ignore',
      decodeFault: (reason: string) => new ConfinedFault(reason),
      onEnd: () => this.#forget(worker),
    });
    const worker: Worker = { calls, key: null, timer: undefined };
    return worker;
  }

  async #limitMemory({ calls }: Worker): Promise<void> {
    const { memoryBytes } = this.#limits;
    if ((await residentBytes(calls.pid)) > memoryBytes) calls.kill(`took more than ${memoryBytes} bytes of memory`);
  }

  /** Keeps the process for a while. */
  #keep(worker: Worker): void {
    this.#idle.push(worker);
    worker.timer = setTimeout(() => {
      this.#forget(worker);
      end(worker);
    }, this.#limits.idleSeconds * 1000).unref();
  }

  #forget(worker: Worker): void {
    const index = this.#idle.indexOf(worker);
    if (index >= 0) this.#idle.splice(index, 1);
  }
}

function end({ calls, timer }: Worker): void {
  clearTimeout(timer);
  void calls.end();
}

function faultOf(error: ChildEndedError): ConfinedFault {
  if (error.how === 'order') return new ConfinedFault(`${error.message} to read`);
  if (error.how === 'start') return new ConfinedFault('was not read, because the program that reads it did not start');
  if (error.isFromOutside) return new ConfinedFault('was not read, because the program that reads it was stopped');
  return new ConfinedFault('ended the program that reads it');
}

function overloaded(): AppError {
  return new AppError('OVERLOADED', 'Too many requests are waiting for contents of items; try again later.');
}
