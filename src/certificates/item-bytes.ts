/**
 * Encodes an item for the identity of its case. docs/certificates.md describes the bytes, so that anyone can reproduce them. A
 * change here changes the identity of every case.
 */
import type { CaseItem } from '../cases/case-reader.ts';
import { decodePartRef, type PartRef } from '../shared/part-ref.ts';

/** An inline text itself. */
export type TextFacts =
  | string
  | { readonly bytes: number; readonly sha256: string }
  | { readonly spelled: true }
  | { readonly unreadable: true };

/** JSON in the form of RFC 8785, except that an unpaired surrogate, which a record may have, is written as an escape. */
export function itemText(item: CaseItem, text: TextFacts | null, size: number | null): string {
  const { id, parentId, content, thumb } = item;
  const names = new Map(item.properties);
  const properties = [...names.keys()]
    .sort((a, b) => (a < b ? -1 : 1))
    .map((name) => `${JSON.stringify(name)}:${JSON.stringify(names.get(name))}`);
  return [
    `{"content":${content === null ? 'null' : contentText(item, content, size)}`,
    `"id":${id}`,
    `"parentId":${parentId}`,
    `"properties":{${properties.join(',')}}`,
    // The members are already in order.
    `"text":${JSON.stringify(text)}`,
    `"thumb":${thumb === null ? 'null' : `{"reference":${referenceText(thumb)}}`}}`,
  ].join(',');
}

/** Whether the case identifies the content by hash or size. In that case the content is not opened. */
export function givesHashOrSize(item: CaseItem): boolean {
  return hashOf(item) !== null || sizeOf(item) !== null;
}

/** Returns the hash that the case gives for the content, or null. */
export function hashOf(item: CaseItem): string | null {
  return firstValue(item, ['hash']);
}

function sizeOf(item: CaseItem): string | null {
  return firstValue(item, ['length', 'size']);
}

function contentText(item: CaseItem, content: PartRef, size: number | null): string {
  const hash = hashOf(item);
  const given = hash === null ? '' : `"hash":${JSON.stringify(hash)},`;
  const length = hash === null ? `,"size":${JSON.stringify(sizeOf(item) ?? size)}` : '';
  return `{${given}"reference":${referenceText(content)}${length}}`;
}

function referenceText(ref: PartRef): string {
  return JSON.stringify(decodePartRef(ref));
}

function firstValue(item: CaseItem, names: readonly string[]): string | null {
  for (const name of names) {
    const value = item.properties.find(([property]) => property === name)?.[1][0];
    if (value !== undefined && value !== '') return value;
  }
  return null;
}
