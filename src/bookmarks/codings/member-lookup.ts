/** Looks up members of sets by the names that clients use: whether items are members, and all members in compressed form. */
import { bookmarkName } from '../bookmark-name.ts';
import { type BookmarkState, SELECTION } from '../bookmark-state.ts';
import { storedName } from '../kinds/kind-name.ts';
import type { MemberSet, PackedItems } from '../member-set.ts';
import type { Includes, SourceItems } from '../references.ts';
import { parseStored } from './coding.ts';
import { ownChoices } from './own-choices.ts';

/** `coding`: the choices of a panel, and people's own decisions in it. */
export type MeantMembers =
  | { readonly kind: 'selection' }
  | { readonly kind: 'bookmark' | 'reviewed' | 'coding'; readonly name: string };

export class MemberLookup {
  readonly #state: BookmarkState;
  readonly #isSeen: Includes;

  constructor(state: BookmarkState, isSeen: Includes) {
    this.#state = state;
    this.#isSeen = isSeen;
  }

  /**
   * Takes ascending ids. Returns 1 for each that is a member. An unknown name has no members. Throws INVALID_REQUEST for a bad
   * name.
   */
  marks(meant: MeantMembers, part: SourceItems): Uint8Array {
    const marks = new Uint8Array(part.ids.length);
    if (this.#isSeen(part.source)) for (const set of this.#sets(meant)) set.mark(part, marks);
    return marks;
  }

  /** Returns the members in the present sources. Shares the immutable blocks of the sets. An unknown name has no members. */
  packed(meant: MeantMembers, isPresent: Includes): PackedItems[] {
    return this.#sets(meant)
      .flatMap((set) => set.packed())
      .filter(({ source }) => isPresent(source) && this.#isSeen(source));
  }

  #sets(meant: MeantMembers): readonly MemberSet[] {
    const state = this.#state;
    if (meant.kind === 'selection') return [state.set(SELECTION)];
    const name = bookmarkName(meant.name, meant.kind);
    const set = state.find(meant.kind === 'bookmark' ? name : storedName(meant.kind, name));
    if (set === undefined) return [];
    if (meant.kind !== 'coding') return [state.set(set)];
    const { choices } = parseStored(state.descriptionOf(set).comment ?? '');
    const chosen = choices.filter((one) => state.nameOf(one.set) !== undefined).map((one) => state.set(one.set));
    return [...chosen, ...ownChoices(state, set).map(({ items }) => items)];
  }
}
