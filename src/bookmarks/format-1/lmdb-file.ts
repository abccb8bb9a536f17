/**
 * Reads an LMDB file page by page, without LMDB: a store of format 1 is read once, and this needs no memory map, which a
 * damaged file would turn into a signal that ends the process.
 *
 * Checked: both meta pages; of every page that the trees reach, its number, kind, bounds, each node's place and size, the
 * order of its keys, and that it is reached once. Not checked: the values (they carry checksums and hashes of their own)
 * and the lists of free pages.
 *
 * Layout (LMDB data version 2, 64-bit little-endian; offsets in bytes):
 *     page := number:u64 txn:u64 pad:u16 flags:u16 (lower:u16 upper:u16 | overflowPages:u32) …
 *     meta := page magic:u32 version:u32 address:u64 mapSize:u64 tree{2} lastPage:u64 txn:u64 …
 *     tree := pageSize|pad:u32 flags:u16 depth:u16 branches:u64 leaves:u64 overflows:u64 entries:u64 root:u64
 *     node := low:u32 flags:u16 keySize:u16 key data     (branch: low and flags are the child's number)
 */
import { fstatSync, readSync } from 'node:fs';

const PAGE_HEADER = 24;
const META_END = 160;
const MAGIC = 0xbeefc0de;
const DATA_VERSION = 2;
const NO_PAGE = 0xffffffffffffffffn;
const PAGE_BRANCH = 0x01;
const PAGE_LEAF = 0x02;
const PAGE_OVERFLOW = 0x04;
const PAGE_META = 0x08;
const NODE_BIG = 0x01;
const NODE_TREE = 0x02;
const TREE_BYTES = 48;
const TREE_INTEGER_KEYS = 0x08;
const DEPTH_MAX = 32;

/** What the file is not. A clause without an end. */
export class Finding extends Error {}

interface Tree {
  readonly root: bigint;
  readonly depth: number;
  readonly flags: number;
}

interface Meta {
  readonly pageSize: number;
  readonly transaction: bigint;
  readonly trees: readonly [free: Tree, main: Tree];
}

export type LmdbEntry = readonly [key: Buffer, value: Buffer];

/** The named tables of the file. Nobody writes to it meanwhile. Throws Finding. */
export class LmdbFile {
  readonly #file: PageFile;
  readonly #meta: Meta;
  readonly #tables = new Map<string, Tree>();

  constructor(fd: number) {
    this.#file = new PageFile(fd);
    this.#meta = this.#file.newestMeta();
    const walk = new TreeWalk(this.#file, this.#meta);
    const [free, main] = this.#meta.trees;
    for (const _ of walk.entries(free));
    for (const [key, value] of walk.entries(main)) {
      const name = key.toString('utf8').replace(/\0$/, '');
      if (value.length === TREE_BYTES) this.#tables.set(name, readTree(value, 0));
    }
    for (const tree of this.#tables.values()) for (const _ of walk.entries(tree));
  }

  /** Every key with its value, in order; none of a table that is not there. */
  entries(table: string): Iterable<LmdbEntry> {
    const tree = this.#tables.get(table);
    return tree === undefined ? [] : new TreeWalk(this.#file, this.#meta).entries(tree);
  }
}

class PageFile {
  readonly #fd: number;
  readonly size: number;

  constructor(fd: number) {
    const stat = fstatSync(fd);
    if (!stat.isFile()) throw new Finding('it is not a file');
    this.#fd = fd;
    this.size = stat.size;
  }

  read(offset: number, length: number): Buffer {
    const bytes = Buffer.alloc(length);
    if (offset + length > this.size || readSync(this.#fd, bytes, 0, length, offset) !== length) {
      throw new Finding(`it ends at byte ${this.size}, before a page that is in use`);
    }
    return bytes;
  }

  newestMeta(): Meta {
    const first = this.#meta(0, 0);
    const second = this.#meta(1, first.pageSize);
    if (second.pageSize !== first.pageSize) throw new Finding('its meta pages disagree on the page size');
    return second.transaction > first.transaction ? second : first;
  }

  #meta(number: number, offset: number): Meta {
    const page = this.read(offset, META_END);
    const sound =
      page.readBigUInt64LE(0) === BigInt(number) &&
      (page.readUInt16LE(18) & PAGE_META) !== 0 &&
      page.readUInt32LE(24) === MAGIC &&
      page.readUInt32LE(28) === DATA_VERSION;
    const pageSize = page.readUInt32LE(48);
    if (!sound) throw new Finding(`its meta page ${number} is not one`);
    if (pageSize < 256 || pageSize > 65_536 || (pageSize & (pageSize - 1)) !== 0) {
      throw new Finding(`its meta page ${number} states a page size of ${pageSize}`);
    }
    return { pageSize, transaction: page.readBigUInt64LE(152), trees: [readTree(page, 48), readTree(page, 96)] };
  }
}

class TreeWalk {
  readonly #file: PageFile;
  readonly #meta: Meta;
  readonly #pages: number;
  readonly #reached = new Set<number>();

  constructor(file: PageFile, meta: Meta) {
    this.#file = file;
    this.#meta = meta;
    this.#pages = Math.floor(file.size / meta.pageSize);
  }

  entries(tree: Tree): Generator<LmdbEntry> {
    if (tree.root === NO_PAGE) return noEntries();
    if (tree.depth > DEPTH_MAX) throw new Finding(`a tree states a depth of ${tree.depth}`);
    return this.#page(this.#reach(tree.root, 1), tree, 1);
  }

  *#page(number: number, tree: Tree, level: number): Generator<LmdbEntry> {
    const page = this.#file.read(number * this.#meta.pageSize, this.#meta.pageSize);
    const kind = page.readUInt16LE(18) & 0x4f;
    if (page.readBigUInt64LE(0) !== BigInt(number)) throw new Finding(`page ${number} states another number`);
    if (kind !== (level === tree.depth ? PAGE_LEAF : PAGE_BRANCH))
      throw new Finding(`page ${number} is of a wrong kind`);
    const lower = page.readUInt16LE(20);
    const upper = page.readUInt16LE(22);
    const room = this.#meta.pageSize - PAGE_HEADER;
    if (lower % 2 !== 0 || lower > upper || upper > room) throw new Finding(`page ${number} has wrong bounds`);
    const nodes = lower / 2;
    if (nodes === 0 || (kind === PAGE_BRANCH && nodes < 2)) throw new Finding(`page ${number} has too few nodes`);
    let before: Buffer | undefined;
    for (let i = 0; i < nodes; i++) {
      const at = page.readUInt16LE(PAGE_HEADER + i * 2);
      if (at < upper || at + 8 > room) throw new Finding(`node ${i} of page ${number} lies outside of it`);
      const node = page.subarray(PAGE_HEADER + at);
      const key = this.#key(node, i === 0 && kind === PAGE_BRANCH, `node ${i} of page ${number}`);
      // The first key of a branch stands for "everything before" and is not compared.
      if (!(kind === PAGE_BRANCH && i === 0)) {
        if (before !== undefined && compareKeys(before, key, tree) >= 0)
          throw new Finding(`page ${number} is out of order`);
        before = key;
      }
      if (kind === PAGE_BRANCH)
        yield* this.#page(this.#reach(node.readBigUInt64LE(0) & 0xffffffffffffn, 1), tree, level + 1);
      else yield [key, this.#value(node, key.length, `node ${i} of page ${number}`)];
    }
  }

  #key(node: Buffer, mayBeEmpty: boolean, where: string): Buffer {
    const size = node.readUInt16LE(6);
    if (8 + size > node.length || (size === 0 && !mayBeEmpty)) throw new Finding(`${where} has a wrong key size`);
    return node.subarray(8, 8 + size);
  }

  #value(node: Buffer, keySize: number, where: string): Buffer {
    const flags = node.readUInt16LE(4);
    const size = node.readUInt32LE(0);
    const data = node.subarray(8 + keySize);
    if ((flags & ~(NODE_BIG | NODE_TREE)) !== 0) throw new Finding(`${where} has unknown flags`);
    if ((flags & NODE_BIG) !== 0) {
      if (data.length < PAGE_HEADER) throw new Finding(`${where} has no page for its value`);
      return this.#overflow(data.readBigUInt64LE(0), size, where);
    }
    if (size > data.length) throw new Finding(`${where} has a value beyond its page`);
    if ((flags & NODE_TREE) !== 0 && size !== TREE_BYTES) throw new Finding(`${where} is not a tree`);
    return data.subarray(0, size);
  }

  #overflow(number: bigint, size: number, where: string): Buffer {
    const { pageSize } = this.#meta;
    const pages = Math.floor((PAGE_HEADER - 1 + size) / pageSize) + 1;
    const first = this.#reach(number, pages);
    const header = this.#file.read(first * pageSize, PAGE_HEADER);
    const sound = header.readBigUInt64LE(0) === number && (header.readUInt16LE(18) & 0x4f) === PAGE_OVERFLOW;
    if (!sound || header.readUInt32LE(20) < pages)
      throw new Finding(`${where} leads to a page that does not hold its value`);
    return this.#file.read(first * pageSize + PAGE_HEADER, size);
  }

  #reach(number: bigint, pages: number): number {
    if (number < 2n || number + BigInt(pages) > BigInt(this.#pages)) {
      throw new Finding(`it ends at byte ${this.#file.size}, before page ${number}, which is in use`);
    }
    const first = Number(number);
    for (let page = first; page < first + pages; page++) {
      if (this.#reached.has(page)) throw new Finding(`page ${page} is used twice`);
      this.#reached.add(page);
    }
    return first;
  }
}

function* noEntries(): Generator<LmdbEntry> {}

function readTree(bytes: Buffer, at: number): Tree {
  return { flags: bytes.readUInt16LE(at + 4), depth: bytes.readUInt16LE(at + 6), root: bytes.readBigUInt64LE(at + 40) };
}

function compareKeys(a: Buffer, b: Buffer, tree: Tree): number {
  if ((tree.flags & TREE_INTEGER_KEYS) === 0) return Buffer.compare(a, b);
  if (a.length !== 8 || b.length !== 8) throw new Finding('a list of free pages has a wrong key');
  return a.readBigUInt64LE(0) < b.readBigUInt64LE(0) ? -1 : 1;
}
