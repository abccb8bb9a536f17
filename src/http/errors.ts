/**
 * The only place that maps errors to statuses and bodies. A client gets a description of its own error, or the reason to wait.
 * For a bug in this program it gets only the status, and the log has everything.
 */
import { QuerySyntaxError } from '../../grammar/errors.ts';
import { RefusedQueryError } from '../search/refused-query.ts';
import { AppError, type ErrorCode } from '../shared/errors.ts';
import { RETRY_AFTER_SECONDS } from './limits.ts';

/** A new code does not compile until it is added here. */
const statusOfCode: Record<ErrorCode, number> = {
  USAGE: 500,
  QUERY_INVALID: 400,
  UNSUPPORTED: 501,
  INVALID_REQUEST: 400,
  ALREADY_EXISTS: 400,
  FORBIDDEN: 403,
  ACCESS_UNKNOWN: 503,
  NOT_FOUND: 404,
  CASE_UNREADABLE: 500,
  INDEX_CORRUPT: 500,
  INDEX_FORMAT: 500,
  INDEX_MISSING: 500,
  SOURCE_UNAVAILABLE: 500,
  SOURCE_BUILDING: 503,
  OVERLOADED: 503,
  DEADLINE: 503,
  CANCELLED: 503,
  ENGINE_LOST: 503,
  CLUSTER_AWAY: 503,
  TOO_LARGE: 413,
  CONFLICT: 409,
  DISK_FULL: 507,
  BOOKMARKS_UNAVAILABLE: 503,
  LOCK_LOST: 503,
  LOCK_UNREADABLE: 503,
  DATA_DIR_BUSY: 500,
  DATA_DIR_INSIDE: 400,
  DATA_DIR_UNUSABLE: 500,
};

/** Codes of status 500 about a source or an index, with messages for clients. */
const speaks: ReadonlySet<ErrorCode> = new Set(['SOURCE_UNAVAILABLE']);

/** An error of the HTTP request itself, with a status but no ErrorCode. */
export class HttpFault extends Error {
  override readonly name = 'HttpFault';
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, message: string, headers: Readonly<Record<string, string>> = {}) {
    super(message);
    this.status = status;
    this.headers = headers;
  }
}

export interface ErrorBody {
  readonly error: string;
  readonly status: number;
  readonly position?: number;
  readonly expected?: readonly string[];
  readonly suggestion?: string;
  readonly field?: string;
  readonly type?: 'number' | 'date';
  readonly example?: string;
}

export interface ErrorAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: ErrorBody;
}

export function errorAnswer(fault: unknown): ErrorAnswer {
  if (fault instanceof HttpFault) return answer(fault.status, fault.message, fault.headers);
  if (fault instanceof QuerySyntaxError) return syntaxAnswer(fault);
  if (fault instanceof RefusedQueryError) return refusalAnswer(fault);
  if (!(fault instanceof AppError)) return internalFault();
  const status = statusOfCode[fault.code];
  if (status === 500 && !speaks.has(fault.code)) return internalFault();
  // A search that exceeded the deadline would do so again.
  const mayAskAgain = status === 503 && fault.code !== 'DEADLINE';
  return answer(status, fault.message, mayAskAgain ? { 'Retry-After': String(RETRY_AFTER_SECONDS) } : {});
}

function syntaxAnswer(fault: QuerySyntaxError): ErrorAnswer {
  const { position, expected, suggestion } = fault;
  const body = { error: fault.message, status: 400, position, expected };
  return { status: 400, headers: {}, body: suggestion === null ? body : { ...body, suggestion } };
}

function refusalAnswer(fault: RefusedQueryError): ErrorAnswer {
  const { message, position, expected, unfit } = fault;
  const body = { error: message, status: 400, expected, ...unfit };
  return { status: 400, headers: {}, body: position === null ? body : { ...body, position } };
}

function internalFault(): ErrorAnswer {
  return answer(500, 'Internal server error. The log of the server has the details under the id of this request.', {});
}

function answer(status: number, error: string, headers: Readonly<Record<string, string>>): ErrorAnswer {
  return { status, headers, body: { error, status } };
}
