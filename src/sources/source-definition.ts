/**
 * The definition of a source for users: an id and a path. This is the only definition: the sources file, the body of `POST
 * /sources`, the registry and the OpenAPI document use it.
 */
import { z } from 'zod';

export const SOURCE_ID_BYTES_MAX = 255;

/** Only the shape, which HTTP checks before the registry checks the values. */
export const sourceShape = z.object({
  id: z.string().meta({ description: 'Unique identifier of the source.', example: 'seized-laptop' }),
  path: z.string().meta({ minLength: 1, description: 'Path of the case directory on the server, as it was given.' }),
});

/** The shape, and valid values for id and path. Messages follow the name of the member, such as `is empty`. */
export const sourceSchema = z.object({
  id: sourceShape.shape.id.superRefine((id, context) => addFault(idFault(id), context)),
  path: sourceShape.shape.path.superRefine((path, context) => addFault(pathFault(path), context)),
});

export interface SourceDefinition extends Readonly<z.infer<typeof sourceShape>> {
  /** The resolved `path`. By default it is resolved relative to the working directory. Clients see `path` instead. */
  readonly resolvedPath?: string;
  /** How to read a load file, if the sources file says so; the format of the case checks it. */
  readonly mapping?: unknown;
  /** The engine that searches its words, if the sources file says so: `embedded`, or the URL of a cluster. */
  readonly engine?: string;
}

function addFault(message: string | null, context: z.core.$RefinementCtx<string>): void {
  if (message !== null) context.addIssue({ code: 'custom', message });
}

function idFault(id: string): string | null {
  if (id === '') return 'is empty';
  if (Buffer.byteLength(id, 'utf8') > SOURCE_ID_BYTES_MAX) return `is longer than ${SOURCE_ID_BYTES_MAX} bytes`;
  if (/\p{Cc}/u.test(id)) return 'holds control characters';
  if (/\p{Cs}/u.test(id)) return 'holds half of a surrogate pair';
  return null;
}

function pathFault(path: string): string | null {
  if (path === '') return 'is empty';
  if (path.includes('\0')) return 'holds a NUL character';
  return null;
}
