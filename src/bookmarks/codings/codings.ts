/** Coding panels: definitions, and choices for items. Every change is one transaction, on disk before the answer. */
import { AppError } from '../../shared/errors.ts';
import type { DecidedName } from '../../shared/names/decided-name.ts';
import { atOnce } from '../../shared/slices.ts';
import { bookmarkName } from '../bookmark-name.ts';
import type { Origin } from '../change-record.ts';
import { applyChange, type ChangeParts } from '../kinds/apply-change.ts';
import { KindSets } from '../kinds/kind-sets.ts';
import type { MemberChanges, MembersTarget } from '../member-changes.ts';
import { everySource, ordering, type References, type SourceItems } from '../references.ts';
import { NOBODY_KNOWN, type Reviewed } from '../reviewed/reviewed.ts';
import { CODINGS_MAX, type Coding, type CodingChange, checkedCoding, codingText, shownCoding } from './coding.ts';
import { ownTargets } from './own-choices.ts';

/** `seqs`: the records of the change, oldest first. To undo the change, undo all of them, newest first. */
export interface Coded {
  readonly name: string;
  readonly choice: string | null;
  /** Items that did not have the choice before. */
  readonly added: number;
  /** Items removed from other choices, counted once for each choice. */
  readonly removed: number;
  readonly seqs: readonly number[];
}

export class Codings {
  readonly #parts: ChangeParts;
  readonly #members: MemberChanges;
  readonly #reviewed: Pick<Reviewed, 'target'>;
  readonly #panels: KindSets;

  constructor(parts: ChangeParts, members: MemberChanges, reviewed: Pick<Reviewed, 'target'>) {
    this.#parts = parts;
    this.#members = members;
    this.#reviewed = reviewed;
    this.#panels = new KindSets(parts, 'coding');
  }

  /** Sorted by name. */
  all(): readonly Coding[] {
    return this.#panels.names().map((name) => this.get(name));
  }

  /** Throws NOT_FOUND, INVALID_REQUEST. */
  get(name: string): Coding {
    const panel = codingName(name);
    const set = this.#panels.existing(panel);
    return shownCoding(panel, this.#panels.textOf(set), (one) => this.#parts.state.nameOf(one));
  }

  /**
   * Defines or replaces the panel, and creates missing bookmarks. Rejects with INVALID_REQUEST, and CONFLICT if another panel
   * uses a key.
   */
  put(name: string, change: CodingChange, origin: Origin): Promise<Coding> {
    const panel = codingName(name);
    const coding = checkedCoding(change);
    return this.#parts.queue.submit(0, () => {
      this.applyPut(panel, coding, origin);
      return this.get(panel);
    });
  }

  /** Inside a transaction, with checked input. */
  applyPut(panel: string, { choices, exclusive, required }: CodingChange, origin: Origin): void {
    const isThere = this.#panels.find(panel) !== undefined;
    if (!isThere && this.#panels.names().length >= CODINGS_MAX) {
      throw new AppError('INVALID_REQUEST', `There are ${CODINGS_MAX} codings, the most that are kept. Delete one.`);
    }
    this.#requireFreeKeys(panel, choices);
    const stored = choices.map(({ bookmark, key, colour }) => ({
      set: this.#parts.state.find(bookmark) ?? this.#createBookmark(bookmark, origin),
      key,
      colour,
    }));
    const text = codingText({ choices: stored, exclusive, required });
    if (isThere) this.#panels.describe(panel, text, origin);
    else this.#panels.create(panel, text, [], origin);
  }

  /** Deletes the panel but not its bookmarks. Rejects with NOT_FOUND. */
  delete(name: string, origin: Origin): Promise<{ readonly name: string }> {
    const panel = codingName(name);
    return this.#parts.queue.submit(0, () => {
      this.#panels.delete(panel, origin);
      return { name: panel };
    });
  }

  /**
   * Sets the choice for items. An exclusive panel removes the others; null removes all. With a `reviewer`, the same transaction
   * marks the items as reviewed by that viewer. Rejects with NOT_FOUND, INVALID_REQUEST.
   */
  async code(
    name: string,
    choice: string | null,
    refs: References,
    origin: Origin,
    reviewer: string | null = null,
  ): Promise<Coded> {
    const panel = codingName(name);
    const chosen = choice === null ? null : bookmarkName(choice);
    const marks = (): readonly MembersTarget[] => (reviewer === null ? [] : [this.#reviewed.target('add', reviewer)]);
    let beside = 0;
    const targets = (): readonly MembersTarget[] => {
      const coded = this.targets(panel, chosen);
      const others = [...marks(), ...this.ownTargets(panel, chosen, origin)];
      beside = others.length;
      return [...others, ...coded];
    };
    const changes = await this.#members.submitTogether(targets, refs, { origin, isPresent: everySource });
    const coded = changes.slice(beside);
    const added = chosen === null ? 0 : coded.at(-1)!.changed;
    const all = coded.reduce((sum, { changed }) => sum + changed, 0);
    return {
      name: panel,
      choice: chosen,
      added,
      removed: all - added,
      seqs: changes.flatMap(({ seq }) => seq ?? []),
    };
  }

  /**
   * Returns the sets that a choice changes, with the chosen one last. Throws NOT_FOUND, and INVALID_REQUEST for an unknown
   * choice.
   */
  targets(panel: string, chosen: string | null): readonly MembersTarget[] {
    const { choices, exclusive } = this.get(panel);
    if (chosen !== null && !choices.some(({ bookmark }) => bookmark === chosen)) {
      throw new AppError(
        'INVALID_REQUEST',
        `${JSON.stringify(chosen)} is not a choice of the coding ${JSON.stringify(panel)}.`,
      );
    }
    const others = exclusive || chosen === null ? choices.filter(({ bookmark }) => bookmark !== chosen) : [];
    const target = (kind: 'add' | 'remove', bookmark: string): MembersTarget => ({
      action: kind,
      kind,
      set: this.#parts.state.find(bookmark)!,
      name: bookmark,
    });
    return [
      ...others.map(({ bookmark }) => target('remove', bookmark)),
      ...(chosen === null ? [] : [target('add', chosen)]),
    ];
  }

  /** Returns the changes to the person's own choices. Throws NOT_FOUND. */
  ownTargets(panel: string, chosen: string | null, { who }: Origin): readonly MembersTarget[] {
    return ownTargets(this.#parts.state, this.get(panel), chosen, (who ?? NOBODY_KNOWN).normalize('NFC'));
  }

  /** Inside a transaction: adds a person's choices from another store. Items with a different choice of the person keep it. */
  applyDecided(
    { coding, who, choice }: DecidedName,
    { source, ids }: SourceItems,
    origin: Origin,
  ): { readonly added: number; readonly alreadyThere: number; readonly kept: number } {
    const { state } = this.#parts;
    const targets = ownTargets(state, { ...this.get(coding), required: false }, choice, who);
    const others = targets.slice(0, -1).map(({ set }) => state.set(set!));
    const free = ids.filter((id) => !others.some((set) => set.has(source, id)));
    const refs = atOnce(ordering([{ source, ids: free }]));
    const target: MembersTarget = { ...targets.at(-1)!, action: 'import' };
    const { changed } = this.#members.apply(target, refs, { origin, isPresent: everySource });
    return { added: changed, alreadyThere: refs.count - changed, kept: ids.length - free.length };
  }

  #createBookmark(name: string, origin: Origin): number {
    const set = this.#parts.state.nextSet;
    applyChange(this.#parts, 'create', { kind: 'create', set, name, items: [] }, origin);
    return set;
  }

  #requireFreeKeys(panel: string, choices: CodingChange['choices']): void {
    for (const other of this.all()) {
      if (other.name === panel) continue;
      const shared = choices.find(({ key }) => key !== null && other.choices.some((choice) => choice.key === key));
      if (shared === undefined) continue;
      const [key, name] = [JSON.stringify(shared.key), JSON.stringify(other.name)];
      throw new AppError('CONFLICT', `The key ${key} belongs to the coding ${name}: a key stands for one choice.`);
    }
  }
}

export function codingName(name: string): string {
  return bookmarkName(name, 'coding');
}
