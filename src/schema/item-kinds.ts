/**
 * The role of an item in the tree of its case, derived from its properties: a tree node, a folder, a container, or one with
 * ordered children. A family begins below a container. This is the only list of these properties.
 */

/** Bits of a kind. */
export const TREE_NODE = 1;
export const FOLDER = 2;
export const CONTAINER = 4;
/** Set if its children are ordered by id, as messages of a conversation are. */
export const IN_ORDER = 8;

/** The facts that identify an item in the tree: its parent, and its properties as the case spells them. */
export interface TreeItem {
  readonly parentId: number | null;
  readonly properties: readonly (readonly [name: string, values: readonly string[]])[];
}

/** Categories of mailboxes and disk images, in lower case. */
const CONTAINER_CATEGORIES: ReadonlySet<string> = new Set([
  'mailbox',
  'mailboxes',
  'disk image',
  'disk images',
  'iso disks',
  'other disks',
  'virtual disks',
]);

/** Content types of mailboxes, of archives used as evidence containers, and of disk images, without parameters, in lower case. */
const CONTAINER_TYPES: ReadonlySet<string> = new Set([
  'application/mbox',
  'application/x-mbox',
  'application/outlook-dbx',
  'application/x-outlook-dbx',
  'application/vnd.ms-outlook-ost',
  'application/vnd.ms-outlook-pst',
  'application/x-ad1',
  'application/x-l01-image',
  'application/x-lx01-image',
  'application/x-ufdr',
  'application/x-aff',
  'application/x-aff4',
  'application/x-apple-diskimage',
  'application/x-disk-image',
  'application/x-e01-image',
  'application/x-ex01-image',
  'application/x-iso-image',
  'application/x-iso9660-image',
  'application/x-qcow2',
  'application/x-raw-image',
  'application/x-udf-image',
  'application/x-vdi',
  'application/x-vhd',
  'application/x-vhdx',
  'application/x-vmdk',
]);

/** Returns the bits that apply to an item with these properties. */
export function kindOf({ properties }: TreeItem): number {
  let kind = 0;
  for (let i = 0; i < properties.length; i++) {
    const values = properties[i]![1];
    switch (properties[i]![0]) {
      case 'treeNode':
        if (values.some(isTrue)) kind |= TREE_NODE | FOLDER | CONTAINER;
        break;
      case 'isDir':
        if (values.some(isTrue)) kind |= FOLDER | CONTAINER;
        break;
      case 'childrenInOrder':
        if (values.some(isTrue)) kind |= IN_ORDER;
        break;
      case 'isRoot':
        if (values.some(isTrue)) kind |= CONTAINER;
        break;
      case 'category':
        if (values.some((value) => CONTAINER_CATEGORIES.has(value.toLowerCase()))) kind |= CONTAINER;
        break;
      case 'contentType':
        if (values.some((value) => CONTAINER_TYPES.has(withoutParameters(value)))) kind |= CONTAINER;
        break;
    }
  }
  return kind;
}

function isTrue(value: string): boolean {
  return value.toLowerCase() === 'true';
}

function withoutParameters(contentType: string): string {
  return contentType.split(';', 1)[0]!.trim().toLowerCase();
}

/** Returns the name of an item in the tree: its own, or the end of its path, or none. */
export function nameInTree({ properties }: TreeItem): string {
  let path = '';
  for (let i = 0; i < properties.length; i++) {
    const name = properties[i]![0];
    const first = properties[i]![1][0];
    if (first === undefined) continue;
    if (name === 'name') return first;
    if (name === 'path') path = first;
  }
  return path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
}
