/**
 * Filters made by facets. The chosen values of a field form one clause, joined by OR. Each excluded value is a separate clause.
 * They are parsed from the address, so that a link restores the checked boxes.
 */
import { address, go } from '../state/address.ts';
import { codings } from '../state/coding-panels.ts';
import { isOfChoices, isOfPeople, isPartOfStored } from './stored-facets.ts';

/** Splits a clause at ` OR `, outside of quotes. */
export function partsOf(clause: string): readonly string[] {
  const parts: string[] = [];
  let from = 0;
  let isQuoted = false;
  let depth = 0;
  for (let i = 0; i < clause.length; i++) {
    const char = clause[i];
    if (char === '\\') i++;
    else if (char === '"') isQuoted = !isQuoted;
    else if (!isQuoted && (char === '[' || char === '(' || char === '{')) depth++;
    else if (!isQuoted && (char === ']' || char === ')' || char === '}')) depth--;
    else if (!isQuoted && depth === 0 && clause.startsWith(' OR ', i)) {
      parts.push(clause.slice(from, i));
      from = i + 4;
      i += 3;
    }
  }
  parts.push(clause.slice(from));
  return parts;
}

/** Returns the name of the field of a part. The server quotes special characters in names, the page escapes them. */
export function fieldOfPart(part: string): string {
  let field = '';
  let isQuoted = false;
  for (let i = 0; i < part.length; i++) {
    const char = part[i]!;
    if (char === '\\') field += part[++i] ?? '';
    else if (char === '"') isQuoted = !isQuoted;
    else if (isQuoted) field += char;
    else if (char === ':' || char === '<' || char === '>') return field;
    else field += char;
  }
  return '';
}

const NOT = 'NOT ';

function isOfField(clause: string, field: string): boolean {
  const isPart = isOfChoices(field) || isOfPeople(field) ? isPartOfStored : isPartOfField;
  return !clause.startsWith(NOT) && partsOf(clause).every((part) => isPart(part, field, codings.value));
}

function isPartOfField(part: string, field: string): boolean {
  return fieldOfPart(part) === field;
}

/** Returns the chosen parts for a field. */
export function chosenOf(field: string): readonly string[] {
  return address.value.filter.filter((clause) => isOfField(clause, field)).flatMap(partsOf);
}

/** Returns the filters without those of the field. Its facet counts this set, so that other values can still be chosen. */
export function filterWithout(field: string): readonly string[] {
  return address.value.filter.filter((clause) => !isOfField(clause, field));
}

export function choosePart(field: string, part: string, isOn: boolean): void {
  const chosen = chosenOf(field).filter((one) => one !== part);
  const next = isOn ? [...chosen, part] : chosen;
  const others = filterWithout(field).filter((clause) => clause !== NOT + part);
  go({ filter: next.length === 0 ? others : [...others, next.join(' OR ')] });
}

export function isLeftOut(part: string): boolean {
  return address.value.filter.includes(NOT + part);
}

export function leaveOut(field: string, part: string): void {
  if (isLeftOut(part)) {
    go({ filter: address.peek().filter.filter((clause) => clause !== NOT + part) });
    return;
  }
  const chosen = chosenOf(field).filter((one) => one !== part);
  const others = filterWithout(field);
  go({ filter: [...others, ...(chosen.length === 0 ? [] : [chosen.join(' OR ')]), NOT + part] });
}
