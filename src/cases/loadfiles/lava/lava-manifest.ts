/** Reads `_lava_data.lava`: the artifacts of iLEAPP, ALEAPP and their relatives, and the tables with their rows. */
import { z } from 'zod';
import { AppError } from '../../../shared/errors.ts';
import { LAVA_MANIFEST_BYTES_MAX, TABLES_MAX } from '../limits.ts';
import { readAt } from '../rows/text-encoding.ts';
import type { OpenTable } from '../table-kind.ts';

/** One artifact. */
export interface LavaArtifact {
  /** Unique, and not empty. */
  readonly name: string;
  readonly category: string;
  /** The table of the database. */
  readonly table: string;
  /** The header of each column of the table. */
  readonly headers: ReadonlyMap<string, string>;
  /** Columns of seconds since 1970. */
  readonly moments: ReadonlySet<string>;
}

const artifactSchema = z.object({
  name: z.string(),
  tablename: z.string().min(1),
  column_map: z.record(z.string(), z.string()).catch({}),
  object_columns: z.array(z.object({ name: z.string(), type: z.string() })).catch([]),
});
const manifestSchema = z.object({ artifacts: z.record(z.string(), z.array(artifactSchema)) });

/** Throws AppError NOT_FOUND, with a reason that a client may see. */
export async function readLavaManifest(open: OpenTable): Promise<readonly LavaArtifact[]> {
  const { data, error } = manifestSchema.safeParse(await jsonOf(open));
  if (data === undefined) {
    const [issue] = error.issues;
    throw new AppError('NOT_FOUND', `it is not a list of artifacts: ${issue!.path.join('.')}: ${issue!.message}`);
  }
  const all = Object.entries(data.artifacts).flatMap(([category, list]) => list.map((one) => ({ category, one })));
  if (all.length > TABLES_MAX) throw new AppError('NOT_FOUND', `it lists more than ${TABLES_MAX} artifacts`);
  const names = new Set<string>();
  return all.map(({ category, one }) => {
    const { name, tablename: table, column_map: headers, object_columns: types } = one;
    const wanted = name.trim() === '' ? table : name;
    const unique = names.has(wanted) ? `${wanted} (${table})` : wanted;
    names.add(unique);
    const moments = types.filter(({ type }) => type === 'datetime').map((column) => column.name);
    return { name: unique, category, table, headers: new Map(Object.entries(headers)), moments: new Set(moments) };
  });
}

async function jsonOf(open: OpenTable): Promise<unknown> {
  const input = await open();
  try {
    if (input.bytes > LAVA_MANIFEST_BYTES_MAX)
      throw new AppError('NOT_FOUND', `it has ${input.bytes} bytes, more than ${LAVA_MANIFEST_BYTES_MAX}`);
    const text = (await readAt(input, 0, input.bytes)).toString('utf8').replace(/^\ufeff/, '');
    return JSON.parse(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new AppError('NOT_FOUND', `it is not valid JSON: ${error.message.slice(0, 120)}`);
  } finally {
    await input.close();
  }
}
