/** Facets that the bookmark store answers and no index has as a field: choices and people of coding panels, and reviewers. */
import type { CodingPanel } from '../api/answers.ts';

export const REVIEWED = 'reviewed';
const CHOICES = 'coding:';
const PEOPLE = 'decided:';

/** Names of the facets for these panels. */
export function storedFacets(panels: readonly CodingPanel[]): readonly string[] {
  return [...panels.flatMap(({ name }) => [CHOICES + name, PEOPLE + name]), REVIEWED];
}

export function isOfChoices(facet: string): boolean {
  return facet.startsWith(CHOICES);
}

export function isOfPeople(facet: string): boolean {
  return facet.startsWith(PEOPLE);
}

/** Whether a part of a filter chooses a value of such a facet: `bookmark:"CHOICE"`, or `decided:"PANEL/PERSON"`. */
export function isPartOfStored(part: string, facet: string, panels: readonly CodingPanel[]): boolean {
  if (isOfPeople(facet)) {
    const start = `decided:"${quoted(namePart(facet.slice(PEOPLE.length)))}/`;
    return part.startsWith(start) && part.endsWith('"') && !part.slice(start.length).includes('/');
  }
  const panel = panels.find(({ name }) => CHOICES + name === facet);
  return panel?.choices.some(({ bookmark }) => part === `bookmark:"${quoted(bookmark)}"`) ?? false;
}

/** Escapes a part of `CODING/PERSON/CHOICE` as queries write it. */
function namePart(name: string): string {
  return name.replaceAll('%', '%25').replaceAll('/', '%2F');
}

function quoted(text: string): string {
  return text.replace(/["\\]/g, '\\$&');
}
