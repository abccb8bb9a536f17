/** Which notes each item has: looked up for every record that is shown, however many notes there are. */
export class NotesOfItems {
  readonly #sources = new Map<string, Map<number, Set<number>>>();

  /** Numbers of the notes of an item, in the order in which they came. */
  of(source: string, id: number): readonly number[] {
    return [...(this.#sources.get(source)?.get(id) ?? [])].sort((a, b) => a - b);
  }

  /** Items with notes, by source. */
  *items(): Generator<readonly [source: string, ids: Iterable<number>]> {
    for (const [source, items] of this.#sources) yield [source, items.keys()];
  }

  add(note: number, source: string, id: number): void {
    const items = this.#sources.get(source) ?? new Map<number, Set<number>>();
    this.#sources.set(source, items);
    const notes = items.get(id);
    if (notes === undefined) items.set(id, new Set([note]));
    else notes.add(note);
  }

  delete(note: number, source: string, id: number): void {
    const items = this.#sources.get(source);
    const notes = items?.get(id);
    notes?.delete(note);
    if (notes?.size === 0) items!.delete(id);
    if (items?.size === 0) this.#sources.delete(source);
  }
}
