/**
 * How queries name the items that a person decided: `CODING/PERSON/CHOICE`, without a choice for "none of the choices". In each of the
 * three, `%` is written `%25` and `/` is written `%2F`, so that no two of them have the same name.
 */
export interface DecidedName {
  readonly coding: string;
  readonly who: string;
  /** Null: none of the choices. */
  readonly choice: string | null;
}

export function decidedName({ coding, who, choice }: DecidedName): string {
  return `${decidedBy(coding, who)}${part(choice ?? '')}`;
}

/** What the names of all decisions of a person in a panel begin with. */
export function decidedBy(coding: string, who: string): string {
  return `${part(coding)}/${part(who)}/`;
}

function part(name: string): string {
  return name.replaceAll('%', '%25').replaceAll('/', '%2F');
}
