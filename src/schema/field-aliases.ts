/** Names of the same field. A query for one is a query for all of them. This is the only table of aliases. */
const ALIASES: readonly (readonly string[])[] = [
  ['length', 'size'],
  ['modified', 'modificationDate'],
];

const NAMES_OF = new Map(ALIASES.flatMap((names) => names.map((name) => [name, names])));

/** Returns all names of the field `name`, including `name`, in the order of the table. */
export function aliasesOf(name: string): readonly string[] {
  return NAMES_OF.get(name) ?? [name];
}
