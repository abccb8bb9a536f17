/** Names that mean the same field: whoever asks for one asks for all of them. The only table of them. */
const ALIASES: readonly (readonly string[])[] = [
  ['length', 'size'],
  ['modified', 'modificationDate'],
];

/** All names of the field that `name` means, `name` among them; the order is that of the table. */
export function aliasesOf(name: string): readonly string[] {
  return ALIASES.find((names) => names.includes(name)) ?? [name];
}
