/** Compares bytes, and reports the first difference. A matcher would print every byte, or only that they differ. */

/** Bytes that a message shows from the first difference on. */
const SHOWN = 16;

/** Throws an error that names the first differing byte. `of` describes the bytes. */
export function expectSameBytes(found: Uint8Array, expected: Uint8Array, of: string): void {
  if (Buffer.compare(found, expected) === 0) return;
  let at = 0;
  while (at < found.length && at < expected.length && found[at] === expected[at]) at++;
  throw new Error(
    [
      `${of}: ${found.length} bytes found, ${expected.length} expected, the first difference is at byte ${at}`,
      `found:    ${shown(found, at)}`,
      `expected: ${shown(expected, at)}`,
    ].join('\n  '),
  );
}

function shown(bytes: Uint8Array, at: number): string {
  if (at >= bytes.length) return 'the end';
  const part = Buffer.from(bytes.subarray(at, at + SHOWN));
  return `${part.toString('hex')}  ${JSON.stringify(part.toString('latin1'))}`;
}
