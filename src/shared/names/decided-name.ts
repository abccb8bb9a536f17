/**
 * How queries name the items that people decided: `CODING/PERSON/CHOICE`, without a choice for "none of the choices". `CODING/PERSON`
 * are all that the person decided, and `CODING` all that anybody did. In each part `%` is written `%25` and `/` is written `%2F`, so
 * that no two have the same name.
 */
export interface DecidedName {
  readonly coding: string;
  readonly who: string;
  /** Null: none of the choices. */
  readonly choice: string | null;
}

export function decidedName({ coding, who, choice }: DecidedName): string {
  return `${decidedBy(coding, who)}/${decidedPart(choice ?? '')}`;
}

/** All that a person decided in a panel. */
export function decidedBy(coding: string, who: string): string {
  return `${decidedPart(coding)}/${decidedPart(who)}`;
}

/** The names that mean a decision, the narrowest first. */
export function namesOfDecided(decided: DecidedName): readonly string[] {
  return [decidedName(decided), decidedBy(decided.coding, decided.who), decidedPart(decided.coding)];
}

export function decidedPart(name: string): string {
  return name.replaceAll('%', '%25').replaceAll('/', '%2F');
}
