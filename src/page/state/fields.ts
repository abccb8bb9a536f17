/** The fields of the sources, with the operations that each supports. */
import { computed, signal } from '@preact/signals';
import type { FieldEntry, UsualField } from '../api/answers.ts';
import { client } from '../api/client.ts';
import { address } from './address.ts';

export const fields = signal<readonly FieldEntry[]>([]);
/** Names that stand for fields with other names. */
const usualFields = signal<readonly UsualField[]>([]);
/** Whether the server has answered for all available sources. Until then, an unlisted field may still exist. */
const areFieldsKnown = signal(false);

export async function loadFields(): Promise<void> {
  areFieldsKnown.value = false;
  const { fields: own, usual } = await client.ask('listFields', {});
  fields.value = own;
  usualFields.value = usual;
  areFieldsKnown.value = true;
}

/** Fields of the searched sources. Others cannot be counted for this set. */
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
 * Whether hits can be sorted by the field. Hits often arrive before the fields, and a disabled column head would silently ignore
 * a click or a key. So until the fields are known, the order is requested anyway, and the server reports an error.
 */
export function maySortBy(name: string): boolean {
  return fieldOf(name)?.sorts ?? !areFieldsKnown.value;
}

/** Whether the field has this type in every source that has it. */
export function isOfType(name: string, type: 'date' | 'number'): boolean {
  const types = Object.values(fieldOf(name)?.types ?? {});
  return types.length > 0 && types.every((one) => one === type);
}
