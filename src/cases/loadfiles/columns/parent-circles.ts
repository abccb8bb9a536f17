/**
 * Finds cycles of parents in a stream of rows. Rows connected by parents form a group. A row whose parent becomes known was the
 * only row of its group without a parent. So the parent closes a cycle if and only if it is in the same group. No chain is
 * walked from end to end. Memory: at most 8 bytes for each row, up to the last row that has a parent or is one.
 */
const FIRST_ROWS = 1024;

export class ParentCircles {
  /** Another row of the group, nearer to its head. 0 if the row is the head. */
  #nearer = new Uint32Array(FIRST_ROWS);

  /** Takes the parent of a row, once per row. Returns whether it closes a cycle. */
  closes(row: number, parent: number): boolean {
    this.#reach(Math.max(row, parent));
    const head = this.#headOf(row);
    const parentHead = this.#headOf(parent);
    if (head === parentHead) return true;
    this.#nearer[head] = parentHead;
    return false;
  }

  /** Finds the head with path halving. */
  #headOf(row: number): number {
    const nearer = this.#nearer;
    let at = row;
    for (let next = nearer[at]!; next !== 0; next = nearer[at]!) {
      const behind = nearer[next]!;
      if (behind === 0) return next;
      nearer[at] = behind;
      at = behind;
    }
    return at;
  }

  #reach(row: number): void {
    if (row < this.#nearer.length) return;
    const larger = new Uint32Array(Math.max(row + 1, this.#nearer.length * 2));
    larger.set(this.#nearer);
    this.#nearer = larger;
  }
}
