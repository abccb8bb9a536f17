/** The notes on the items of one answer, with a limit on their total size. */
import type { Note } from '../../bookmarks/notes/note.ts';
import { AppError } from '../../shared/errors.ts';
import type { Dependencies } from '../dependencies.ts';
import { NOTES_UNITS_MAX } from '../limits.ts';

export class ShownNotes {
  readonly #dependencies: Pick<Dependencies, 'bookmarks' | 'held'>;
  readonly #isAsked: boolean;
  #units = 0;

  /** `properties`: as requested. */
  constructor(dependencies: Pick<Dependencies, 'bookmarks' | 'held'>, properties: readonly string[] | undefined) {
    this.#dependencies = dependencies;
    const isAll = properties?.length === 1 && properties[0] === '*';
    this.#isAsked = isAll || properties?.includes('notes') === true;
  }

  /**
   * Empty if not requested. `times`: number of occurrences in the answer. Throws AppError INVALID_REQUEST over the limit, and
   * OVERLOADED if other answers hold too much.
   */
  of(source: string, id: number, times = 1): readonly Note[] {
    if (!this.#isAsked) return [];
    const { bookmarks, held } = this.#dependencies;
    const notes = bookmarks.notes.of({ source, id });
    const units = notes.reduce((sum, { text }) => sum + text.length, 0);
    this.#units += units * times;
    if (this.#units > NOTES_UNITS_MAX) {
      const most = `${NOTES_UNITS_MAX / 2 ** 20} Mi characters`;
      throw new AppError(
        'INVALID_REQUEST',
        `The notes have more than ${most}. Request fewer items, or remove "notes".`,
      );
    }
    if (units > 0) held?.claim(units);
    return notes;
  }
}
