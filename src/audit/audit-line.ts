/**
 * A line of the audit: user, request and result. Each has the hash of the previous line. So a line that is changed, removed,
 * inserted or moved breaks the chain from there on.
 */
import { createHash } from 'node:crypto';
import { canonicalJson } from '../shared/canonical-json.ts';

/** A request. */
export interface AuditEvent {
  /** ISO 8601, UTC: the end of the answer. */
  readonly time: string;
  readonly who: string | null;
  readonly remote: string | null;
  /** The method, and the path in the route table. */
  readonly what: string;
  /** As the client sent it. */
  readonly path: string;
  readonly query?: string;
  /** Parameters besides the query. If they are large, only their size in bytes. */
  readonly parameters?: object;
  /** Items found or changed. */
  readonly items?: number;
  readonly status: number;
}

export interface AuditLine extends AuditEvent {
  /** From 1. */
  readonly seq: number;
  /** `hash` of the previous line; zeros for the first. */
  readonly prev: string;
  /** SHA-256 in hexadecimal of `prev` and the line without `hash` in the form of RFC 8785. */
  readonly hash: string;
}

export interface AuditHead {
  readonly seq: number;
  readonly hash: string;
}

export const EMPTY_HEAD: AuditHead = { seq: 0, hash: '0'.repeat(64) };

/** `line` has every member but `hash`. */
export function hashOfLine(line: Omit<AuditLine, 'hash'>): string {
  return createHash('sha256').update(line.prev).update(canonicalJson(line)).digest('hex');
}

/** The next line of a chain. */
export function chained(
  { time, who, remote, what, path, ...event }: AuditEvent,
  { seq, hash: prev }: AuditHead,
): AuditLine {
  const { query, parameters, items, status } = event;
  const line = {
    seq: seq + 1,
    time,
    who,
    remote,
    what,
    path,
    ...(query !== undefined && { query: query.toWellFormed() }),
    ...(parameters !== undefined && { parameters }),
    ...(items !== undefined && { items }),
    status,
    prev,
  };
  return { ...line, hash: hashOfLine(line) };
}

/** Returns what is wrong with a line that should follow `before`, or null. */
export function faultOfLine(line: unknown, before: AuditHead): string | null {
  if (typeof line !== 'object' || line === null) return 'is not a line of an audit';
  const { hash, ...rest } = line as AuditLine;
  if (typeof hash !== 'string' || typeof rest.prev !== 'string') return 'is not a line of an audit';
  if (rest.seq !== before.seq + 1) return `has the number ${String(rest.seq)}, but ${before.seq + 1} comes next`;
  if (rest.prev !== before.hash) return 'does not follow the line before it';
  if (hashOfLine(rest) !== hash) return 'does not match its hash';
  return null;
}
