/**
 * Hints that items are collapsed by a field that no source has. In that case nothing is collapsed, and the name is probably a
 * mistake.
 */
import { AppError } from '../../shared/errors.ts';
import type { ReadySource } from '../../sources/source.ts';
import type { Dependencies } from '../dependencies.ts';
import { typesBySource } from '../routes/fields.ts';

const SHOWN_UNITS = 80;

export async function collapseHints(
  field: string | undefined,
  sources: readonly ReadySource[],
  dependencies: Pick<Dependencies, 'coordinator'>,
): Promise<readonly string[]> {
  if (field === undefined || sources.length === 0) return [];
  try {
    await typesBySource(dependencies, sources, field);
    return [];
  } catch (fault) {
    if (!(fault instanceof AppError && fault.code === 'INVALID_REQUEST')) throw fault;
    const shown = JSON.stringify(field.slice(0, SHOWN_UNITS));
    return [`no source has the field ${shown} of "collapse": no item is skipped. GET /fields lists all fields.`];
  }
}
