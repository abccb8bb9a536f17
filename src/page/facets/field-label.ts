/** Display names of fields and of the facets of panels. */
import { isOfChoices, isOfPeople } from './stored-facets.ts';

/** Keyed by field. `coding` and `decided` label the facets of every panel. */
export type Labels = Readonly<Record<string, string>>;

export function fieldLabel(field: string, labels: Labels): string | undefined {
  const key = isOfChoices(field) ? 'coding' : isOfPeople(field) ? 'decided' : field;
  return Object.hasOwn(labels, key) ? labels[key] : undefined;
}
