/** The name of a set as answers show it: in a member named after its kind, instead of the stored name. */
import { kindName, ownedParts, privateParts } from './kind-name.ts';

/** `bookmark` is null for the selection and for sets of other kinds, which have a member of their own. */
export interface ShownSet {
  readonly bookmark: string | null;
  readonly coding?: string;
  readonly search?: string;
  readonly reviewed?: string;
  /** A review, or a part of it. */
  readonly review?: string;
  readonly note?: string;
  /** A panel with the choices of a person. */
  readonly decided?: string;
}

export function shownSet(stored: string | null): ShownSet {
  const known = stored === null ? null : kindName(stored);
  if (known === null || known.kind === 'bookmark') return { bookmark: stored };
  const { kind, name } = known;
  if (kind === 'coding' || kind === 'reviewed' || kind === 'note') return { bookmark: null, [kind]: name };
  if (kind === 'search') return { bookmark: null, search: privateParts(name).name };
  if (kind === 'choice') return { bookmark: null, decided: ownedParts(name)?.nameOfOwner ?? name };
  return { bookmark: null, review: ownedParts(name)?.nameOfOwner ?? name };
}

/** Returns the member and the name: `['note', '7']`. Null for the selection. */
export function shownName(stored: string | null): readonly [kind: keyof ShownSet, name: string] | null {
  const members = Object.entries(shownSet(stored)) as [keyof ShownSet, string | null][];
  const named = members.find((member): member is [keyof ShownSet, string] => member[1] !== null);
  return named ?? null;
}
