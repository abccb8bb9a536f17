/** Checks the chain of an audit, from its first line to its last, in one file or several consecutive ones. */
import { open } from 'node:fs/promises';
import { type AuditHead, type AuditLine, EMPTY_HEAD, faultOfLine } from './audit-line.ts';

/** A longer line is not part of an audit. */
export const AUDIT_LINE_BYTES_MAX = 1024 * 1024;

export interface AuditFinding {
  readonly file: string;
  /** Number of the line, from 1. Null for a fault of the whole file. */
  readonly line: number | null;
  readonly finding: string;
}

export interface AuditVerdict {
  /** The end of the intact part of the chain. */
  readonly head: AuditHead;
  /** Null: it is intact. */
  readonly fault: AuditFinding | null;
  readonly hasHead: boolean;
}

/** `wanted`: a hash that must be in the chain. */
export async function verifyAudit(files: readonly string[], wanted: string | null): Promise<AuditVerdict> {
  let head = EMPTY_HEAD;
  let hasHead = wanted === null || wanted === EMPTY_HEAD.hash;
  for (const file of files) {
    let number = 0;
    for await (const bytes of auditLines(file)) {
      number++;
      const line = parsed(bytes);
      const finding = line === null ? 'is not valid JSON, or is cut' : faultOfLine(line, head);
      if (finding !== null) return { head, hasHead, fault: { file, line: number, finding } };
      head = { seq: line!.seq, hash: line!.hash };
      hasHead ||= head.hash === wanted;
    }
  }
  return { head, hasHead, fault: null };
}

/**
 * Yields the bytes of each line without its line break. A last line without a line break gets a mark, so that it does not
 * parse.
 */
export async function* auditLines(file: string): AsyncGenerator<Buffer> {
  const handle = await open(file);
  try {
    let rest: Buffer = Buffer.alloc(0);
    for await (const piece of handle.createReadStream({ autoClose: false }) as AsyncIterable<Buffer>) {
      rest = rest.length === 0 ? piece : Buffer.concat([rest, piece]);
      let start = 0;
      for (let end = rest.indexOf(10, start); end >= 0; end = rest.indexOf(10, start)) {
        yield rest.subarray(start, end);
        start = end + 1;
      }
      rest = rest.subarray(start);
      if (rest.length > AUDIT_LINE_BYTES_MAX) break;
    }
    if (rest.length > 0) yield CUT;
  } finally {
    await handle.close();
  }
}

const CUT = Buffer.from('{');

function parsed(bytes: Buffer): AuditLine | null {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) as AuditLine;
  } catch {
    return null;
  }
}
