/** Reads and checks the input of a route: path parameters, query parameters, body. */
import type { Context } from 'koa';
import type { z } from 'zod';
import { AppError } from '../../shared/errors.ts';
import type { Dependencies } from '../dependencies.ts';
import { BODY_BYTES_MAX, COUNTED_BODY_UNITS, QUERY_BODY_BYTES_MAX, REFERENCES_UNITS_MAX } from '../limits.ts';
import { turn } from '../output/turns.ts';
import type { BodyKind, Route } from '../route.ts';
import { hasBody, readBodyText, refuseForm, withBody } from './body.ts';
import { bodyTexts } from './body-texts.ts';
import { readChange } from './change-body.ts';
import { listOfJson, listOfText } from './keyword-list.ts';
import { requireEachMemberOnce, requireFewParts, requireTexts } from './plain-body.ts';
import { stillMembers } from './references-body.ts';
import { decodeComponent, parseQueryString } from './request-target.ts';
import { readSpacedBody } from './spaced-body.ts';

export interface RequestInput {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
}

export interface Asked {
  readonly route: Route;
  /** Names of the path parameters, in order. */
  readonly names: readonly string[];
  /** Raw values of the path parameters, in order. */
  readonly segments: readonly string[];
  /** Fires when the client disconnects. */
  readonly signal: AbortSignal;
}

/** Throws AppError INVALID_REQUEST, TOO_LARGE, OVERLOADED. */
export async function readInput(
  ctx: Context,
  { route, names, segments, signal }: Asked,
  dependencies: Dependencies,
): Promise<RequestInput> {
  const params = readParams(route, names, segments);
  const query = check(
    route.query,
    Object.fromEntries(parseQueryString(ctx.querystring, route.repeated)),
    'query parameter',
  );
  if (route.body === null) refuseForm(ctx);
  const body = route.body === null ? undefined : await readBody(ctx, route.body, params, signal, dependencies);
  return { params, query, body };
}

/** The names of the parameters of a path, in order. */
export function parameterNames(path: string): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!);
}

function readParams(route: Route, names: readonly string[], segments: readonly string[]): unknown {
  const values = names.map((name, i) => [name, decodeComponent(segments[i] ?? '', `The path parameter "${name}"`)]);
  return check(route.params, Object.fromEntries(values), 'path parameter');
}

function readBody(
  ctx: Context,
  kind: BodyKind<unknown>,
  params: unknown,
  signal: AbortSignal,
  dependencies: Dependencies,
): Promise<unknown> {
  if (kind.kind === 'json' && kind.isOptional && !hasBody(ctx)) return Promise.resolve(undefined);
  const { largeBodies } = dependencies;
  if (kind.kind === 'change') {
    return withBody(
      ctx,
      { signal, bytesMax: BODY_BYTES_MAX, largeBodies },
      () => readChange(bodyTexts(ctx.req, BODY_BYTES_MAX)),
      async (text) => {
        if (text.kind === 'references') {
          const isStillMember = stillMembers(kind.removedFrom?.(params, dependencies), dependencies);
          return { kind: 'references', references: await text.list.resolve(dependencies, signal, isStillMember) };
        }
        const parameters = check(kind.object, parseQuery(text.rest), 'body member');
        return { kind: 'object', parameters, hashes: text.hashes };
      },
    );
  }
  if (kind.kind === 'keywords') return readKeywords(ctx, kind.schema, signal, dependencies);
  const { bytesMax, schema } = kind;
  return withBody(
    ctx,
    { signal, bytesMax, largeBodies },
    () =>
      bytesMax > QUERY_BODY_BYTES_MAX
        ? readSpacedBody(bodyTexts(ctx.req, bytesMax), REFERENCES_UNITS_MAX)
        : readBodyText(ctx, bytesMax),
    async (text) => {
      const body = bytesMax > QUERY_BODY_BYTES_MAX ? parseJson(text) : parseQuery(text);
      if (text.length > COUNTED_BODY_UNITS) await turn();
      return check(schema, body, 'body member');
    },
  );
}

function readKeywords(
  ctx: Context,
  schema: z.ZodType,
  signal: AbortSignal,
  { largeBodies }: Pick<Dependencies, 'largeBodies'>,
): Promise<unknown> {
  const texts = (): AsyncIterable<string> => bodyTexts(ctx.req, BODY_BYTES_MAX);
  return withBody(
    ctx,
    { signal, bytesMax: BODY_BYTES_MAX, largeBodies, takesText: true },
    async () =>
      ctx.is('text/plain')
        ? { list: await listOfText(texts(), ctx.query.literal === 'true'), rest: null }
        : listOfJson(texts()),
    ({ list, rest }) => ({ list, parameters: rest === null ? null : check(schema, parseQuery(rest), 'body member') }),
  );
}

/** Parses a body with a query. */
function parseQuery(text: string): unknown {
  const body = parseJson(text);
  requireTexts(body);
  return body;
}

function parseJson(text: string): unknown {
  requireFewParts(text);
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch (cause) {
    throw new AppError('INVALID_REQUEST', `The body is not valid JSON: ${(cause as Error).message}`, { cause });
  }
  requireEachMemberOnce(text);
  return body;
}

/** A route without a schema accepts nothing. Every member is then unknown. */
function check(schema: z.ZodType | null, value: Record<string, unknown> | unknown, what: string): unknown {
  if (schema === null) {
    const [unknown] = Object.keys(value as Record<string, unknown>);
    if (unknown === undefined) return value;
    throw new AppError('INVALID_REQUEST', `There is no ${what} ${JSON.stringify(unknown.slice(0, 80))} here.`);
  }
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw new AppError('INVALID_REQUEST', describeIssue(result.error.issues[0], value, what));
}

function describeIssue(issue: z.core.$ZodIssue | undefined, value: unknown, what: string): string {
  if (issue === undefined) return 'The request does not match its description in /openapi.json.';
  if (issue.code === 'unrecognized_keys') {
    return `There is no ${what} ${JSON.stringify((issue.keys[0] ?? '').slice(0, 80))} here.`;
  }
  // A repeatable parameter is reported by its name, without an index.
  const name = what === 'query parameter' ? String(issue.path[0] ?? '') : issue.path.join('.');
  if (name === '') return 'The body is not a JSON object.';
  const isMissing = !Object.hasOwn(value as object, String(issue.path[0]));
  if (isMissing) return `The ${what} "${name}" is missing.`;
  return `The ${what} "${name}" ${finding(issue)}.`;
}

/** Returns the fault of a value, to follow its name. */
function finding(issue: z.core.$ZodIssue): string {
  // Schemas have their own messages for most faults.
  if (!/^(?:Invalid|Too) /.test(issue.message)) return issue.message;
  switch (issue.code) {
    case 'invalid_type':
      return `is not ${typeNames[issue.expected] ?? 'of the right type'}`;
    case 'too_small':
      return issue.origin === 'string' || issue.origin === 'array' ? 'is empty' : `is less than ${issue.minimum}`;
    case 'too_big':
      return tooLarge(issue);
    case 'invalid_value':
      return `is not one of ${issue.values.map(String).join(', ')}`;
    default:
      return 'is not of the right type';
  }
}

function tooLarge({ origin, maximum }: z.core.$ZodIssueTooBig): string {
  if (origin === 'array') return `has more than ${maximum} elements`;
  return origin === 'string' ? `is longer than ${maximum} characters` : `is more than ${maximum}`;
}

const typeNames: Readonly<Record<string, string>> = {
  string: 'text',
  int: 'an integer',
  number: 'a number',
  boolean: 'true or false',
  array: 'an array',
  object: 'an object',
};
