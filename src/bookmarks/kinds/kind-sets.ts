/** Sets of one kind. Creates, describes and deletes them like bookmarks, inside a transaction. */
import { AppError } from '../../shared/errors.ts';
import type { Effect, Origin } from '../change-record.ts';
import { NO_DESCRIPTION } from '../descriptions/description.ts';
import type { PackedItems } from '../member-set.ts';
import { type Applied, applyChange, type ChangeParts } from './apply-change.ts';
import { type Kind, storedName } from './kind-name.ts';

export class KindSets {
  readonly #parts: ChangeParts;
  readonly #kind: Kind;

  constructor(parts: ChangeParts, kind: Kind) {
    this.#parts = parts;
    this.#kind = kind;
  }

  /** Sorted by code point. */
  names(): readonly string[] {
    return this.#parts.state.namesOf(this.#kind);
  }

  find(name: string): number | undefined {
    return this.#parts.state.find(storedName(this.#kind, name));
  }

  /** Throws NOT_FOUND. */
  existing(name: string): number {
    const set = this.find(name);
    if (set === undefined) throw new AppError('NOT_FOUND', `There is no ${this.#kind} named ${JSON.stringify(name)}.`);
    return set;
  }

  /** The text of the set's description. */
  textOf(set: number): string {
    return this.#parts.state.descriptionOf(set).comment ?? '';
  }

  /**
   * Inside a transaction, in one record, so that an undo leaves nothing behind. `text` is null without a description. Returns the
   * set's number.
   */
  create(name: string, text: string | null, items: readonly PackedItems[], origin: Origin): number {
    const set = this.#parts.state.nextSet;
    const description = { ...NO_DESCRIPTION, comment: text };
    this.#apply('create', { set, name: storedName(this.#kind, name), items, description }, origin);
    return set;
  }

  /** Inside a transaction. Logs nothing if nothing changes. */
  describe(name: string, text: string, origin: Origin): void {
    const set = this.existing(name);
    const formerly = this.#parts.state.descriptionOf(set);
    if (formerly.comment === text) return;
    const description = { ...NO_DESCRIPTION, comment: text };
    this.#apply('describe', { set, name: storedName(this.#kind, name), items: [], description, formerly }, origin);
  }

  /** Inside a transaction. */
  delete(name: string, origin: Origin): Applied {
    const set = this.existing(name);
    const items = this.#parts.state.set(set).packed();
    return this.#apply('delete', { set, name: storedName(this.#kind, name), items }, origin);
  }

  #apply(kind: 'create' | 'describe' | 'delete', effect: Omit<Effect, 'kind'>, origin: Origin): Applied {
    return applyChange(this.#parts, kind, { ...effect, kind }, origin);
  }
}
