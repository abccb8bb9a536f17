/**
 * How queries name the items that people decided: `CODING/PERSON/CHOICE`, with an empty choice for "none of the choices".
 * `CODING/PERSON` means all items that the person decided, and `CODING` all items that anybody decided. In each part `%` is
 * written `%25` and `/` is written `%2F`, so that no two have the same name.
 */
export interface DecidedName {
  readonly coding: string;
  readonly who: string;
  /** Null for a decision for none of the choices. */
  readonly choice: string | null;
}

export function decidedName({ coding, who, choice }: DecidedName): string {
  return `${decidedBy(coding, who)}/${decidedPart(choice ?? '')}`;
}

/** Returns the name of all items that a person decided in a panel. */
export function decidedBy(coding: string, who: string): string {
  return `${decidedPart(coding)}/${decidedPart(who)}`;
}

/** Returns the names that include a decision, the narrowest first. */
export function namesOfDecided(decided: DecidedName): readonly string[] {
  return [decidedName(decided), decidedBy(decided.coding, decided.who), decidedPart(decided.coding)];
}

export function decidedPart(name: string): string {
  return name.replaceAll('%', '%25').replaceAll('/', '%2F');
}
