/** The error for a change of a set or items that the viewer cannot see. It names only the kind of the set. */
import { AppError } from '../../shared/errors.ts';
import { kindName, nounOf } from './kind-name.ts';

/** `stored`: null for the selection. */
export function notOwn(stored: string | null): AppError {
  const kind = stored === null ? null : kindName(stored)?.kind;
  const finding =
    kind === 'note'
      ? 'is on an item of a source that you may not see'
      : kind === 'search'
        ? 'is about sources that you may not see, or is private to somebody else'
        : 'has items in sources that you may not see';
  return new AppError('FORBIDDEN', `The ${nounOf(stored)} ${finding}. Nothing was changed.`);
}
