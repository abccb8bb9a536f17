/**
 * Definition of a route. The table of all routes is data. The router, the input checks, the OpenAPI and WADL documents and the
 * table in docs/http-api.md are generated from it. So they cannot contradict each other.
 */
import type { Context } from 'koa';
import type { z } from 'zod';
import type { RequiredRole, Viewer } from '../access/viewer.ts';
import type { Origin } from '../bookmarks/change-record.ts';
import type { MeantMembers } from '../bookmarks/codings/member-lookup.ts';
import type { Dependencies } from './dependencies.ts';

export type Method = 'get' | 'post' | 'put' | 'delete';

export type BodyKind<B> =
  | { readonly kind: 'json'; readonly schema: z.ZodType<B>; readonly bytesMax: number; readonly isOptional?: boolean }
  /** The items of a change: an array of references, which is read in slices, or an object. */
  | {
      readonly kind: 'change';
      readonly schema: z.ZodType;
      readonly object: z.ZodType;
      /** For a removal, returns the set, whose members are accepted even if their source no longer has them. */
      removedFrom?(params: unknown, own: Pick<Dependencies, 'me'>): MeantMembers;
    }
  /** A list of queries: either a text, or an object whose member `queries` is read in slices. */
  | { readonly kind: 'keywords'; readonly schema: z.ZodType };

/** The body of a successful answer: a schema for JSON, null for bytes or text. */
export interface OkAnswer {
  readonly description: string;
  readonly mediaTypes: Readonly<Record<string, z.ZodType | null>>;
  /** Additional headers with their descriptions. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Other success statuses, such as 206 and 304, with their meanings. */
  readonly others?: Readonly<Record<number, string>>;
}

export interface RouteRequest<P, Q, B> {
  readonly params: P;
  readonly query: Q;
  readonly body: B;
  readonly ctx: Context;
  /** Fires when the client disconnects. */
  readonly signal: AbortSignal;
  readonly origin: Origin;
  readonly viewer: Viewer;
}

export interface Route<P = unknown, Q = unknown, B = unknown> {
  readonly method: Method;
  /** With parameters in braces, as in OpenAPI. */
  readonly path: string;
  /** The minimum role, if the server has authentication. */
  readonly role: RequiredRole;
  readonly tag: string;
  readonly summary: string;
  readonly description?: string;
  readonly params: z.ZodType<P> | null;
  readonly query: z.ZodType<Q> | null;
  /** Query parameters that may be repeated, and are lists. */
  readonly repeated: readonly string[];
  readonly body: BodyKind<B> | null;
  readonly ok: OkAnswer;
  /** Error statuses with their conditions, except those common to all routes. */
  readonly errors: Readonly<Record<number, string>>;
  /** Whether the handler itself applies a {@link Deadline}, to everything except a change that the route may make. */
  readonly timesItself?: boolean;
  /** A special form of errors, in addition to the common one. */
  readonly errorForm?: z.ZodType;
  /** Returns the JSON of the answer, or undefined if the handler has set the body itself. */
  handle(request: RouteRequest<P, Q, B>, dependencies: Dependencies): unknown;
}

interface RouteDefinition<P, Q, B>
  extends Omit<Route<P, Q, B>, 'params' | 'query' | 'repeated' | 'body' | 'errors'>,
    Partial<Pick<Route<P, Q, B>, 'params' | 'query' | 'repeated' | 'body' | 'errors'>> {}

/**
 * Checks the types of the parts of one route against each other. Then erases the types, because the table has routes of many
 * types.
 */
export function route<P = Record<string, never>, Q = Record<string, never>, B = undefined>(
  definition: RouteDefinition<P, Q, B>,
): Route {
  return { params: null, query: null, repeated: [], body: null, errors: {}, ...definition } as Route<P, Q, B> as Route;
}
