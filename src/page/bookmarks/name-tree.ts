/** Shows names with slashes as a tree: `Fraud/Invoices` is shown as `Invoices` in the group `Fraud`. */

/** Maximum depth. The rest of a name is not split. */
const DEPTH_MAX = 8;

export interface NameGroup<T> {
  readonly label: string;
  /** Prefix of the names in it, with a trailing slash. */
  readonly path: string;
  readonly children: readonly NameNode<T>[];
}

export interface NameLeaf<T> {
  readonly label: string;
  readonly entry: T;
}

export type NameNode<T> = NameGroup<T> | NameLeaf<T>;

interface Growing<T> {
  readonly label: string;
  readonly path: string;
  readonly children: (Growing<T> | NameLeaf<T>)[];
}

/** Entries are sorted by name, so that a group is contiguous. */
export function nameTree<T extends { readonly name: string }>(entries: readonly T[]): readonly NameNode<T>[] {
  const root: Growing<T> = { label: '', path: '', children: [] };
  for (const entry of entries) {
    const parts = partsOf(entry.name);
    let group = root;
    for (const label of parts.slice(0, -1)) group = groupIn(group, label);
    group.children.push({ label: parts.at(-1)!, entry });
  }
  return root.children;
}

/** A name with an empty part is not split. */
function partsOf(name: string): readonly string[] {
  const parts = name.split('/');
  if (parts.includes('')) return [name];
  return [...parts.slice(0, DEPTH_MAX), ...(parts.length > DEPTH_MAX ? [parts.slice(DEPTH_MAX).join('/')] : [])];
}

function groupIn<T>(group: Growing<T>, label: string): Growing<T> {
  const path = group.path === '' ? label : `${group.path}/${label}`;
  const known = group.children.find((child): child is Growing<T> => 'path' in child && child.path === path);
  if (known !== undefined) return known;
  const next: Growing<T> = { label, path, children: [] };
  group.children.push(next);
  return next;
}

/** Returns the clause for the members of all bookmarks below a path. */
export function clauseBelow(path: string): string {
  return `bookmark:${path.replace(/[^\p{L}\p{N}/]/gu, '\\$&')}/*`;
}
