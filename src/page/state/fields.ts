/** The fields that the sources have, and what can be done with each. */
import { computed, signal } from '@preact/signals';
import type { FieldEntry, UsualField } from '../api/answers.ts';
import { client } from '../api/client.ts';
import { address } from './address.ts';

export const fields = signal<readonly FieldEntry[]>([]);
/** Names that mean fields of other names. */
const usualFields = signal<readonly UsualField[]>([]);
/** Whether the server has told those of the sources that are there: until then, one that is not among them may yet be. */
const areFieldsKnown = signal(false);

export async function loadFields(): Promise<void> {
  areFieldsKnown.value = false;
  const { fields: own, usual } = await client.ask('listFields', {});
  fields.value = own;
  usualFields.value = usual;
  areFieldsKnown.value = true;
}

/** Those that one of the sources has that are asked: by the others nothing of the set can be counted. */
export const fieldsOfAsked = computed(() => {
  const asked = address.value.sources;
  return asked.length === 0
    ? fields.value
    : fields.value.filter(({ types }) => asked.some((id) => Object.hasOwn(types, id)));
});

export const usualOfAsked = computed(() => {
  const asked = address.value.sources;
  return asked.length === 0
    ? usualFields.value
    : usualFields.value.filter((usual) => asked.some((id) => Object.hasOwn(usual.fields, id)));
});

const byName = computed(() => new Map(fields.value.map((field) => [field.name, field])));

export function fieldOf(name: string): FieldEntry | undefined {
  return byName.value.get(name);
}

/**
 * Whether hits can be ordered by the field. Hits often arrive before the fields: a head that did nothing until then would swallow
 * a click or a key without a word. So until the fields are known the order is asked for, and the server says where there is none.
 */
export function maySortBy(name: string): boolean {
  return fieldOf(name)?.sorts ?? !areFieldsKnown.value;
}

/** Whether every source that has the field has it of this type. */
export function isOfType(name: string, type: 'date' | 'number'): boolean {
  const types = Object.values(fieldOf(name)?.types ?? {});
  return types.length > 0 && types.every((one) => one === type);
}
