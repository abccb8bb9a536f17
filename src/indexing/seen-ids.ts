/**
 * Item ids seen so far, in containers of 65,536: a sparse one is a sorted list, a dense one a bitmap. Ids without gaps take a
 * bit each, scattered ids two to four bytes.
 */
export class SeenIds {
  size = 0;
  readonly #containers = new Map<number, Container>();

  /** Adds an id. Returns false if it was already there. */
  add(id: number): boolean {
    const key = id >>> 16;
    let container = this.#containers.get(key);
    if (container === undefined) {
      container = new Container();
      this.#containers.set(key, container);
    }
    const isNew = container.add(id & 0xffff);
    if (isNew) this.size++;
    return isNew;
  }

  has(id: number): boolean {
    return this.#containers.get(id >>> 16)?.has(id & 0xffff) ?? false;
  }
}

/** At this size, a list takes as much memory as a bitmap. */
const LISTED_MAX = 4096;

class Container {
  #listed: Uint16Array | null = new Uint16Array(4);
  #count = 0;
  #bits: Uint32Array | null = null;

  add(id: number): boolean {
    return this.#listed === null ? setBit(this.#bits!, id) : this.#insert(this.#listed, id);
  }

  has(id: number): boolean {
    if (this.#listed === null) return (this.#bits![id >>> 5]! & (1 << (id & 31))) !== 0;
    return this.#listed.subarray(0, this.#count).includes(id);
  }

  #insert(listed: Uint16Array, id: number): boolean {
    let at = this.#count;
    if (at > 0 && listed[at - 1]! >= id) {
      let low = 0;
      while (low < at) {
        const middle = (low + at) >>> 1;
        if (listed[middle]! < id) low = middle + 1;
        else at = middle;
      }
      if (listed[at] === id) return false;
    }
    if (this.#count === LISTED_MAX) {
      const bits = new Uint32Array(2048);
      for (const before of listed) setBit(bits, before);
      this.#bits = bits;
      this.#listed = null;
      return setBit(bits, id);
    }
    let room = listed;
    if (this.#count === listed.length) {
      room = new Uint16Array(listed.length * 2);
      room.set(listed);
      this.#listed = room;
    }
    room.copyWithin(at + 1, at, this.#count);
    room[at] = id;
    this.#count++;
    return true;
  }
}

/** Sets a bit. Returns false if it was already set. */
function setBit(bits: Uint32Array, n: number): boolean {
  const bit = 1 << (n & 31);
  if ((bits[n >>> 5]! & bit) !== 0) return false;
  bits[n >>> 5]! |= bit;
  return true;
}
