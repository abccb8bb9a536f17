/** The first and the last day of all items of a source, by the same properties as those of a report. */

import { PERIOD_PROPERTIES } from '../../html-report/items/shown-properties.ts';
import type { SourcePeriod } from '../../html-report/report-input.ts';
import { fieldOfProperty } from '../../schema/well-known-fields.ts';
import { requireWhole } from '../../search/combined/combined-answer.ts';
import type { Coordinator } from '../../search/combined/coordinator.ts';
import type { SortValue } from '../../search/search-request.ts';
import type { ReadySource } from '../../sources/source.ts';
import { dateFields } from '../output/item-record.ts';

type Means = Pick<Coordinator<ReadySource>, 'fields' | 'search'>;

/** Null: no item has such a date. Rejects if the source cannot be read. */
export async function periodOf(
  source: ReadySource,
  coordinator: Means,
  signal: AbortSignal,
): Promise<SourcePeriod | null> {
  const dates = await dateFields(coordinator, source);
  const [firsts, lasts]: [number[], number[]] = [[], []];
  for (const property of PERIOD_PROPERTIES) {
    if (!dates.has(property)) continue;
    const field = fieldOfProperty(property);
    firsts.push(...(await endOf({ field, direction: 'asc' }, source, coordinator, signal)));
    lasts.push(...(await endOf({ field, direction: 'desc' }, source, coordinator, signal)));
  }
  return firsts.length === 0 ? null : { from: dayOf(Math.min(...firsts)), to: dayOf(Math.max(...lasts)) };
}

/** The moment of the first item in that order; none if no item has a date there. */
async function endOf(
  key: { readonly field: string; readonly direction: 'asc' | 'desc' },
  source: ReadySource,
  coordinator: Means,
  signal: AbortSignal,
): Promise<readonly number[]> {
  const sort = { by: 'fields', keys: [key] } as const;
  const request = { query: { kind: 'all' }, sort, limit: 1, want: ['ids', 'keys'] } as const;
  const { hits, damaged } = await coordinator.search([source], request, signal);
  requireWhole({ damaged });
  for await (const batches of hits) {
    for (const { keys } of batches) {
      const value = (keys as readonly SortValue[] | null)?.[0] ?? null;
      return typeof value === 'object' && value !== null ? [value.moment] : [];
    }
  }
  return [];
}

function dayOf(moment: number): string {
  const [day = ''] = new Date(moment).toISOString().split('T');
  return day;
}
