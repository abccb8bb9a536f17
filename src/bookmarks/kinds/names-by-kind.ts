/** Stored names of sets, grouped by kind, so that listing one kind does not scan the others. */
import { type KindName, kindName } from './kind-name.ts';

type AnyKind = KindName['kind'];

export class NamesByKind {
  readonly #names = new Map<AnyKind, Set<string>>();
  /** Names sorted by code point, cached until a name is added or removed. */
  readonly #sorted = new Map<AnyKind, readonly string[]>();

  add(stored: string): void {
    const known = kindName(stored);
    if (known === null) return;
    const names = this.#names.get(known.kind);
    if (names === undefined) this.#names.set(known.kind, new Set([known.name]));
    else names.add(known.name);
    this.#sorted.delete(known.kind);
  }

  delete(stored: string): void {
    const known = kindName(stored);
    if (known === null) return;
    this.#names.get(known.kind)?.delete(known.name);
    this.#sorted.delete(known.kind);
  }

  /** Without the kind, sorted by code point. */
  of(kind: AnyKind): readonly string[] {
    let names = this.#sorted.get(kind);
    if (names === undefined) {
      names = sorted([...(this.#names.get(kind) ?? [])]);
      this.#sorted.set(kind, names);
    }
    return names;
  }

  count(kind: AnyKind): number {
    return this.#names.get(kind)?.size ?? 0;
  }
}

function sorted(names: readonly string[]): readonly string[] {
  return names
    .map((name) => ({ name, bytes: Buffer.from(name) }))
    .sort((a, b) => Buffer.compare(a.bytes, b.bytes))
    .map(({ name }) => name);
}
