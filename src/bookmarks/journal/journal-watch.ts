/**
 * Detects that someone else changed the journal of a running server: truncated it, wrote to it, removed or replaced it.
 *
 * - Each use of the store checks the file by name: another file or another size is a loss; another modification time is a
 *   suspicion, and the store is unavailable until all checksums have been verified.
 * - Each commit compares both heads with what was written to them, and afterwards the bytes before its own: a file that
 *   was truncated meanwhile has a hole there.
 * - Modification times do not distinguish two writes in one clock tick. So all checksums are verified in the background,
 *   soon after changes, in pieces, and with a small share of the time.
 */
import { type BigIntStats, fstatSync, statSync } from 'node:fs';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { AppError } from '../../shared/errors.ts';
import {
  DamagedJournalError,
  decodeSlot,
  ENTRIES_START,
  encodeSlot,
  type Head,
  SLOT_BYTES,
  slotOffset,
} from './journal-format.ts';
import { readAt, readEntries } from './journal-reader.ts';
import { beingChecked, unavailable } from './store-errors.ts';

const SWEEP_INTERVAL_MS = 1_000;
/** The sweep rests this many times as long as it worked. */
const SWEEP_REST = 20;
const SWEEP_SLICE_MS = 4;
const TAIL_BYTES = 64;
/** Longer than the tick of any clock used for file times. */
const CLOCK_TICK_MS = 50;

export class JournalWatch {
  readonly #path: string;
  readonly #fd: number;
  readonly #opened: BigIntStats;
  readonly #guard: () => void;
  #head: Head;
  /** The contents of the slots, by number. */
  readonly #slots: Buffer[];
  #stamp: string;
  #tail: Buffer = Buffer.alloc(0);
  #loss: AppError | null = null;
  /** Another process writes now. What memory has is of the time before, and stays readable: the file is the other's. */
  #lockLoss: unknown = null;
  #isSuspect = false;
  #isSwept = true;
  #adoptedAt = 0;
  #sweeping: Promise<void> | null = null;
  #restUntil = 0;
  #timer: NodeJS.Timeout | null = null;
  #isStopped = false;

  constructor(file: { readonly path: string; readonly fd: number }, head: Head, guard: () => void) {
    const { path, fd } = file;
    this.#path = path;
    this.#fd = fd;
    this.#guard = guard;
    this.#head = head;
    this.#slots = [0, 1].map((slot) => encodeSlot(decodeSlot(readAt(fd, slot * SLOT_BYTES, SLOT_BYTES), slot)));
    this.#opened = fstatSync(fd, { bigint: true });
    this.#stamp = stampOf(this.#opened);
  }

  start(): void {
    this.#timer = setInterval(() => this.#tick(), SWEEP_INTERVAL_MS);
    this.#timer.unref();
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    if (this.#timer !== null) clearInterval(this.#timer);
    await this.#sweeping;
  }

  /** Makes the store unavailable for good; the first reason stays. Returns it. */
  lose(reason: AppError): AppError {
    this.#loss ??= reason;
    return this.#loss;
  }

  /** Records that the file is as this process has just left it. */
  adopt(head: Head): void {
    this.#head = head;
    this.#slots[head.commit % 2] = encodeSlot(head);
    const tailBytes = Math.min(TAIL_BYTES, head.end - ENTRIES_START);
    this.#tail = readAt(this.#fd, head.end - tailBytes, tailBytes);
    this.#stamp = stampOf(fstatSync(this.#fd, { bigint: true }));
    this.#isSwept = false;
    this.#adoptedAt = performance.now();
  }

  /** Throws what the guard throws. A lock that is lost once stays lost. */
  requireLock(): void {
    if (this.#lockLoss === null) {
      try {
        this.#guard();
        return;
      } catch (error) {
        this.#lockLoss = error;
      }
    }
    throw this.#lockLoss;
  }

  /** Throws BOOKMARKS_UNAVAILABLE. */
  inspect(): void {
    if (this.#loss !== null) throw this.#loss;
    if (this.#lockLoss !== null) return;
    const stamp = this.#inspectPlace(this.#head.end);
    if (stamp === null) return;
    if (this.#isSuspect) throw beingChecked();
    if (stamp === this.#stamp) return;
    this.#isSuspect = true;
    this.#sweep();
    throw beingChecked();
  }

  /** Throws BOOKMARKS_UNAVAILABLE if the heads differ from those that were written. */
  inspectHeads(): void {
    this.#slots.forEach((expected, slot) => {
      this.#expect(slot * SLOT_BYTES, expected, 'its head was overwritten');
    });
  }

  /** The same for the entries and the head of a commit, after it. Throws what the guard throws, too. */
  inspectCommit(head: Head): void {
    this.#inspectPlace(head.end);
    this.requireLock();
    this.#expect(this.#head.end - this.#tail.length, this.#tail, 'it was cut or overwritten');
    this.#expect(slotOffset(head.commit), encodeSlot(head), 'its head was overwritten');
    this.#expect(slotOffset(head.commit + 1), this.#slots[(head.commit + 1) % 2]!, 'its head was overwritten');
  }

  #expect(offset: number, expected: Buffer, finding: string): void {
    let found: Buffer;
    try {
      found = readAt(this.#fd, offset, expected.length);
    } catch (error) {
      throw this.lose(unavailable('its file cannot be read', error));
    }
    if (!found.equals(expected)) throw this.lose(unavailable(finding));
  }

  /** Returns the times of change; null where the file is not ours to judge any more. */
  #inspectPlace(end: number): string | null {
    const named = this.#stat();
    const finding = this.#findingOf(named, end);
    if (finding === null) return named === undefined ? null : stampOf(named);
    if (this.#isLockLost()) return null;
    throw this.lose(unavailable(finding));
  }

  #findingOf(named: BigIntStats | undefined, end: number): string | null {
    if (named === undefined) return 'its file is gone';
    const isSame = named.ino === this.#opened.ino && named.dev === this.#opened.dev;
    if (!isSame) return 'its file was replaced by another one';
    return named.size === BigInt(end) ? null : `its file has ${named.size} bytes in place of ${end}`;
  }

  #isLockLost(): boolean {
    try {
      this.requireLock();
      return false;
    } catch {
      return true;
    }
  }

  #stat(): BigIntStats | undefined {
    try {
      return statSync(this.#path, { bigint: true, throwIfNoEntry: false });
    } catch (error) {
      throw this.lose(unavailable('its file cannot be looked at', error));
    }
  }

  #tick(): void {
    try {
      this.inspect();
    } catch {
      return; // kept as the loss, or being checked
    }
    if (!this.#isSwept && performance.now() > this.#restUntil) this.#sweep();
  }

  #sweep(): void {
    if (this.#sweeping !== null || this.#isStopped) return;
    const start = performance.now();
    this.#sweeping = this.#checkAll()
      .catch((error: unknown) => {
        const finding = error instanceof DamagedJournalError ? error.message : 'its file cannot be read';
        this.lose(unavailable(finding, error));
      })
      .finally(() => {
        this.#sweeping = null;
        this.#restUntil = performance.now() + SWEEP_REST * (performance.now() - start);
        // Changed again while it was being read.
        if (this.#isSuspect && this.#loss === null) this.#sweep();
      });
  }

  async #checkAll(): Promise<void> {
    const stamp = stampOf(fstatSync(this.#fd, { bigint: true }));
    const { end } = this.#head;
    const isAfterTick = performance.now() - this.#adoptedAt > CLOCK_TICK_MS;
    this.inspectHeads();
    let sliceStart = performance.now();
    for (const _ of readEntries(this.#fd, end)) {
      if (performance.now() - sliceStart < SWEEP_SLICE_MS) continue;
      await nextTurn();
      if (this.#isStopped || this.#loss !== null) return;
      sliceStart = performance.now();
    }
    if (this.#isSuspect && stamp === stampOf(fstatSync(this.#fd, { bigint: true }))) {
      this.#stamp = stamp;
      this.#isSuspect = false;
    }
    if (this.#head.end === end && isAfterTick) this.#isSwept = true;
  }
}

function stampOf({ mtimeNs, ctimeNs }: BigIntStats): string {
  return `${mtimeNs} ${ctimeNs}`;
}
