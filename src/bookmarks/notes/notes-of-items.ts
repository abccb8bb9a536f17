/**
 * Maps items to their notes. Lookups are frequent, one for each shown record, so their time does not depend on the number of
 * notes.
 */
export class NotesOfItems {
  /** Most items have one note, which is stored without a set. */
  readonly #sources = new Map<string, Map<number, number | Set<number>>>();

  /** Numbers of an item's notes, in the order of creation. */
  of(source: string, id: number): readonly number[] {
    const notes = this.#sources.get(source)?.get(id) ?? [];
    return typeof notes === 'number' ? [notes] : [...notes].sort((a, b) => a - b);
  }

  /** Items with notes, by source. */
  *items(): Generator<readonly [source: string, ids: Iterable<number>]> {
    for (const [source, items] of this.#sources) yield [source, items.keys()];
  }

  add(note: number, source: string, id: number): void {
    const items = this.#sources.get(source) ?? new Map<number, number | Set<number>>();
    this.#sources.set(source, items);
    const notes = items.get(id);
    if (notes === undefined) items.set(id, note);
    else if (typeof notes === 'number') items.set(id, new Set([notes, note]));
    else notes.add(note);
  }

  delete(note: number, source: string, id: number): void {
    const items = this.#sources.get(source);
    const notes = items?.get(id);
    if (typeof notes === 'object') notes.delete(note);
    if (notes === note || (typeof notes === 'object' && notes.size === 0)) items!.delete(id);
    if (items?.size === 0) this.#sources.delete(source);
  }
}
