/** Lists as texts, such as orders in the address. A backslash precedes a comma or backslash within an element. */

export function joinedList(elements: readonly string[]): string {
  return elements.map((element) => element.replace(/[\\,]/g, '\\$&')).join(',');
}

/** Leaves out empty elements. */
export function splitList(text: string): string[] {
  const elements = text.match(/(?:\\.|[^\\,])+/gs) ?? [];
  return elements.map((element) => element.replace(/\\(.)/gs, '$1'));
}
