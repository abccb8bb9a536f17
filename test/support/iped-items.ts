/** IPED's facts about the items of the case in test/fixtures/iped, and digests for comparing contents. */
import { createHash } from 'node:crypto';
import { expect } from '@jest/globals';
import type { ByteInput } from '../../src/cases/case-reader.ts';
import { ipedGolden } from './iped-fixture.ts';

export interface GoldenItem {
  readonly id: number;
  readonly properties: Readonly<Record<string, readonly string[]>>;
  readonly content: { readonly length: number; readonly sha256: string };
  readonly thumb?: { readonly length: number; readonly sha256: string };
}

export function goldenItems(): readonly GoldenItem[] {
  return ipedGolden('image', 'items') as GoldenItem[];
}

/** Returns a function for the first value of a property. */
export function propertyOf({ properties }: GoldenItem): (name: string) => string | undefined {
  return (name) => properties[name]?.[0];
}

/** The facts about a content in a golden file: its length and SHA-256. Closes the input. */
export async function digestOf(input: ByteInput): Promise<{ length: number; sha256: string }> {
  const hash = createHash('sha256');
  let length = 0;
  for await (const chunk of input.stream() as AsyncIterable<Buffer>) {
    hash.update(chunk);
    length += chunk.length;
  }
  expect(input.bytes).toBe(length);
  await input.close();
  return { length, sha256: hash.digest('hex') };
}
