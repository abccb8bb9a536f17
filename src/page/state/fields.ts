/** The fields that the sources have, and what can be done with each. */
import { computed, signal } from '@preact/signals';
import type { FieldEntry } from '../api/answers.ts';
import { client } from '../api/client.ts';
import { address } from './address.ts';

export const fields = signal<readonly FieldEntry[]>([]);

export async function loadFields(): Promise<void> {
  fields.value = (await client.ask('listFields', {})).fields;
}

/** Those that one of the sources has that are asked: by the others nothing of the set can be counted. */
export const fieldsOfAsked = computed(() => {
  const asked = address.value.sources;
  return asked.length === 0
    ? fields.value
    : fields.value.filter(({ types }) => asked.some((id) => Object.hasOwn(types, id)));
});

const byName = computed(() => new Map(fields.value.map((field) => [field.name, field])));

export function fieldOf(name: string): FieldEntry | undefined {
  return byName.value.get(name);
}

/** Whether every source that has the field has it of this type. */
export function isOfType(name: string, type: 'date' | 'number'): boolean {
  const types = Object.values(fieldOf(name)?.types ?? {});
  return types.length > 0 && types.every((one) => one === type);
}
