/** The fields offered for facets: those of the sources, and usual names with their meanings. */
import type { FieldEntry, UsualField } from '../api/answers.ts';
import { fieldLabel, type Labels } from './field-label.ts';

export interface OfferedField {
  readonly name: string;
  /** A display name; empty if there is none. */
  readonly label: string;
  /** Null if it is unknown before counting. */
  readonly items: number | null;
  /** The fields that a usual name stands for. */
  readonly means: readonly string[];
}

/** Facets of the bookmark store come first, then usual fields in the order of their labels, then those with most items. */
export function offeredFields(
  fields: readonly FieldEntry[],
  usual: readonly UsualField[],
  labels: Labels,
  stored: readonly string[] = [],
): readonly OfferedField[] {
  const ranks = new Map(Object.keys(labels).map((name, rank) => [name, rank]));
  const labelOf = (name: string): string => fieldLabel(name, labels) ?? '';
  const named = new Set(fields.map(({ name }) => name));
  const all = [
    ...fields.filter(({ counts }) => counts).map((field) => ({ ...field, means: [] as readonly string[] })),
    ...usual
      .filter(({ name, counts }) => counts && !named.has(name))
      .map((field) => ({ ...field, means: [...new Set(Object.values(field.fields))] })),
  ];
  const rankOf = (name: string): number => ranks.get(name) ?? ranks.size;
  const ofStore = stored.map((name) => ({ name, label: labelOf(name), items: null, means: [] }));
  const ofIndexes = all
    .map(({ name, items, means }) => ({ name, label: labelOf(name), items, means }))
    .sort((a, b) => rankOf(a.name) - rankOf(b.name) || b.items - a.items || (a.name < b.name ? -1 : 1));
  return [...ofStore, ...ofIndexes];
}

/** Returns the fields with every typed word in the label, the name, or the names that it stands for. */
export function foundFields(offered: readonly OfferedField[], typed: string): readonly OfferedField[] {
  const words = folded(typed)
    .split(/\s+/)
    .filter((word) => word !== '');
  if (words.length === 0) return offered;
  return offered.filter(({ name, label, means }) => {
    const text = folded([label, name, ...means].join(' '));
    return words.every((word) => text.includes(word));
  });
}

function folded(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}
