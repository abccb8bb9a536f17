/**
 * Reads `case.json`, the description of a case. If it has a fault, the case cannot be opened, and a one-line error names the
 * file and the fault.
 */
import { z } from 'zod';
import { AppError } from '../../shared/errors.ts';
import { type CaseFiles, shown } from '../files/safe-path.ts';
import { unreadableCase } from '../unreadable-case.ts';
import { ITEM_FILES_MAX, MANIFEST_BYTES_MAX } from './limits.ts';

export const manifestFile = 'case.json';
const formatName = 'case-directory';
const formatVersion = 1;

export interface Manifest {
  readonly name: string | null;
  /** Item files, as spelled, in case order. */
  readonly items: readonly string[];
  readonly itemCount: number | null;
  /** The time at which the case was written, in ISO 8601. Null if it is missing or unreadable. */
  readonly created: string | null;
  /** Common names for properties of the case. Each stands for the first property of its list that the case has. */
  readonly aliases: Readonly<Record<string, readonly string[]>>;
}

/** Messages follow `<member> is <value>`. Messages that begin with this follow only the member. */
const WHOLE = '\n';
const notStrings = ({ input }: { input: unknown }): string => (input === undefined ? '' : ', not an array of strings');

/**
 * A hostile manifest may have millions of faulty members, so the contents of an array or a record are checked here, up to the
 * first fault.
 */
function reportUnknownMember(values: unknown, path: PropertyKey[], context: z.core.$RefinementCtx<unknown>): boolean {
  if (!Array.isArray(values)) {
    context.addIssue({ code: 'custom', path, message: ', not an array of strings' });
    return true;
  }
  const stranger = values.findIndex((value) => typeof value !== 'string');
  if (stranger >= 0) context.addIssue({ code: 'custom', path: [...path, stranger], message: ', not a string' });
  return stranger >= 0;
}

/** Members in the order of their error messages. Others are ignored. */
const manifestSchema = z.object({
  format: z.literal(formatName, { error: `, this program reads ${JSON.stringify(formatName)}` }),
  version: z
    .int({ error: ', not a positive integer' })
    .min(1, { error: ', not a positive integer' })
    .max(formatVersion, { error: `, this program reads versions up to ${formatVersion}: use a newer one` }),
  name: z.string({ error: ', not a string' }).nullish(),
  created: z.unknown().optional(),
  itemCount: z.int({ error: ', not a count' }).min(0, { error: ', not a count' }).nullish(),
  items: z.array(z.unknown(), { error: notStrings }).superRefine((items, context) => {
    if (reportUnknownMember(items, [], context) || items.length <= ITEM_FILES_MAX) return;
    context.addIssue({ code: 'custom', message: `${WHOLE}names ${items.length} files, more than ${ITEM_FILES_MAX}` });
  }),
  aliases: z
    .record(z.string(), z.unknown(), { error: ', not an object of names' })
    .superRefine((aliases, context) => {
      for (const name of Object.keys(aliases)) if (reportUnknownMember(aliases[name], [name], context)) return;
    })
    .nullish(),
});

/** Returns the bytes of the manifest. Throws AppError CASE_UNREADABLE. */
export async function readManifestBytes(files: CaseFiles, casePath: string): Promise<Buffer> {
  const { handle, stats } = await files.open(manifestFile).catch((error: unknown) => {
    if (error instanceof AppError)
      throw unreadableCase(casePath, error.message.replace(/^file "case.json"/, manifestFile));
    throw error;
  });
  try {
    if (stats.size > MANIFEST_BYTES_MAX) {
      throw unreadableCase(casePath, `${manifestFile} has ${stats.size} bytes, more than ${MANIFEST_BYTES_MAX}`);
    }
    return await handle.readFile();
  } finally {
    await handle.close();
  }
}

/** Throws AppError CASE_UNREADABLE if this program cannot read the manifest. */
export function parseManifest(bytes: Buffer, casePath: string): Manifest {
  const fail = (fault: string): AppError => unreadableCase(casePath, `${manifestFile}: ${fault}`);
  const json = parseObject(bytes, fail);
  const { data, error } = manifestSchema.safeParse(json);
  if (data === undefined) throw fail(faultOf(error.issues[0]!, json));
  const { name = null, items, created, itemCount = null, aliases = {} } = data;
  return {
    ...{ name, items: items as readonly string[], itemCount, created: momentOf(created) },
    aliases: aliases as Manifest['aliases'],
  };
}

/** Reads a member for display. An invalid moment is ignored. */
function momentOf(created: unknown): string | null {
  if (typeof created !== 'string' || !/^\d{4}-\d\d-\d\d(T[\d:.]+(Z|[+-]\d\d:\d\d))?$/.test(created)) return null;
  const moment = Date.parse(created);
  return Number.isNaN(moment) ? null : new Date(moment).toISOString();
}

function parseObject(bytes: Buffer, fail: (fault: string) => AppError): Record<string, unknown> {
  let json: unknown;
  try {
    json = JSON.parse(bytes.toString('utf8').replace(/^\uFEFF/, ''));
  } catch (error) {
    throw fail(`not valid JSON: ${(error as Error).message.slice(0, 200)}`);
  }
  if (typeof json !== 'object' || json === null || Array.isArray(json)) throw fail('not a JSON object');
  return json as Record<string, unknown>;
}

/** `items[1] is 3, not a string`. Describes only the first fault. */
function faultOf({ path, message }: z.core.$ZodIssue, json: Record<string, unknown>): string {
  const value = path.reduce<unknown>((at, key) => (at as Record<PropertyKey, unknown> | undefined)?.[key], json);
  const [key, ...rest] = path.map(String);
  const where = `${key}${rest.map((part) => `[${/^\d+$/.test(part) ? part : shown(part)}]`).join('')}`;
  return message.startsWith(WHOLE)
    ? `${where} ${message.slice(WHOLE.length)}`
    : `${where} is ${render(value)}${message}`;
}

function render(value: unknown): string {
  if (value === undefined) return 'missing';
  if (typeof value === 'string') return shown(value);
  if (Array.isArray(value)) return 'an array';
  return typeof value === 'object' && value !== null ? 'an object' : String(value);
}
