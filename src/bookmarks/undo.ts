/** Computes the effect that undoes a logged change in the current state. Refuses if later changes prevent it. */
import { AppError } from '../shared/errors.ts';
import { type BookmarkState, SELECTION } from './bookmark-state.ts';
import { type Effect, inverse } from './change-record.ts';
import { isSameDescription } from './descriptions/description.ts';
import { namedSet, nounOf } from './kinds/kind-name.ts';
import { countPacked, type MemberSet } from './member-set.ts';
import { everySource } from './references.ts';

/** The effect that undoes record `sequence`, under the bookmark's current name. Throws CONFLICT. */
export function undoing(sequence: number, effect: Effect, state: BookmarkState): Effect {
  const back = inverse(effect);
  if (back.kind === 'create') return recreation(sequence, back, state);
  if (effect.set === SELECTION) return back;
  const name = state.nameOf(effect.set);
  const noun = nounOf(effect.name);
  if (name === undefined) throw refused(sequence, `its ${noun} was deleted later: undo the deletion first`);
  switch (back.kind) {
    case 'rename':
      return renaming(sequence, back, name, state);
    case 'delete':
      return deletion(sequence, { ...back, name }, state.set(effect.set));
    case 'describe':
      if (!isSameDescription(state.descriptionOf(effect.set), effect.description!)) {
        throw refused(sequence, `its ${noun} was edited since then`);
      }
      return { ...back, name };
    default:
      return { ...back, name };
  }
}

/** Throws CONFLICT if the undo changed nothing. */
export function requireChange(sequence: number, { kind }: Effect, changed: number): void {
  const movesMembers = kind === 'add' || kind === 'remove';
  if (movesMembers && changed === 0) throw refused(sequence, 'later changes have already reverted it');
}

function recreation(sequence: number, back: Effect, state: BookmarkState): Effect {
  const name = state.nameOf(back.set);
  if (name !== undefined) throw refused(sequence, `the ${namedSet(name)} again`);
  if (state.find(back.name ?? '') !== undefined) {
    throw refused(sequence, `another ${namedSet(back.name ?? '')} now: rename it first`);
  }
  return back;
}

function renaming(sequence: number, back: Effect, name: string, state: BookmarkState): Effect {
  if (name !== back.name) throw refused(sequence, `the bookmark is named ${JSON.stringify(name)} now`);
  if (state.find(back.newName ?? '') !== undefined) {
    throw refused(sequence, `another bookmark is named ${JSON.stringify(back.newName)} now: rename it first`);
  }
  return back;
}

/** Refuses to remove a bookmark with members that were added later. */
function deletion(sequence: number, back: Effect, members: MemberSet): Effect {
  const isAsCreated =
    members.size(everySource) === countPacked(back.items) && back.items.every((part) => members.hasAll(part));
  const noun = nounOf(back.name);
  if (!isAsCreated) throw refused(sequence, `the members of its ${noun} have changed since: delete it instead`);
  return back;
}

function refused(sequence: number, finding: string): AppError {
  return new AppError('CONFLICT', `The change of record ${sequence} cannot be undone: ${finding}.`);
}
