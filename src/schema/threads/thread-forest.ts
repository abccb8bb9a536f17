/**
 * The trees of mails and the mails that they refer to, by number. A mail has at most one parent, and there are no loops. Mails
 * may be in one group without being in one tree: a conversation of Outlook has no order.
 *
 * Groups are kept by union-find. A node without a parent is the root of its tree, so a link makes a loop if and only if both
 * nodes are already in one tree. Memory: 12 bytes a node.
 */
const FIRST_NODES = 1024;

export class ThreadForest {
  /** Parents plus one; 0 if there is none. */
  #parents = new Uint32Array(FIRST_NODES);
  /** Union-find over trees, before they are joined to groups. */
  #sets = new Uint32Array(FIRST_NODES);
  #sizes = new Uint32Array(FIRST_NODES);
  #count = 0;
  #areJoined = false;

  get nodeCount(): number {
    return this.#count;
  }

  /** Adds nodes until there are `count`. */
  grow(count: number): void {
    if (count > this.#parents.length) {
      const length = Math.max(count, 2 * this.#parents.length);
      this.#parents = longer(this.#parents, length);
      this.#sets = longer(this.#sets, length);
      this.#sizes = longer(this.#sizes, length);
    }
    for (; this.#count < count; this.#count++) {
      this.#sets[this.#count] = this.#count;
      this.#sizes[this.#count] = 1;
    }
  }

  /** Returns the parent of a node, or -1. */
  parentOf(node: number): number {
    return this.#parents[node]! - 1;
  }

  /** Makes a node the child of another, unless it has a parent or that would make a loop. Must not be called after `join`. */
  link(child: number, parent: number): void {
    if (this.#areJoined) throw new Error('trees are joined already');
    if (this.#parents[child] !== 0 || this.groupOf(child) === this.groupOf(parent)) return;
    this.#parents[child] = parent + 1;
    this.#unite(child, parent);
  }

  /** Merges the groups of two nodes. */
  join(a: number, b: number): void {
    this.#areJoined = true;
    this.#unite(a, b);
  }

  /** Returns the node that represents a group, the same for all its members. */
  groupOf(node: number): number {
    const sets = this.#sets;
    let at = node;
    while (sets[at] !== at) {
      sets[at] = sets[sets[at]!]!;
      at = sets[at]!;
    }
    return at;
  }

  /** Returns the root of the tree of a node. */
  topOf(node: number): number {
    let at = node;
    while (this.#parents[at] !== 0) at = this.#parents[at]! - 1;
    return at;
  }

  #unite(a: number, b: number): void {
    let large = this.groupOf(a);
    let small = this.groupOf(b);
    if (large === small) return;
    if (this.#sizes[large]! < this.#sizes[small]!) [large, small] = [small, large];
    this.#sets[small] = large;
    this.#sizes[large]! += this.#sizes[small]!;
  }
}

function longer(numbers: Uint32Array<ArrayBuffer>, length: number): Uint32Array<ArrayBuffer> {
  const grown = new Uint32Array(length);
  grown.set(numbers);
  return grown;
}
