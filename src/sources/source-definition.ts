/**
 * What a source is where people write it: an id and a path. The one definition: the sources file, the body of
 * `POST /sources`, the registry and the OpenAPI document are made of it.
 */
import { z } from 'zod';

export const sourceIdBytesMax = 255;

/** The shape alone: the interface checks that before the registry looks at the values. */
export const sourceShape = z.object({
  id: z.string().meta({ description: 'Unique identifier of the source.', example: 'seized-laptop' }),
  path: z.string().meta({ minLength: 1, description: 'Path of the case directory on the server, as it was given.' }),
});

/** The shape, and values that can be an id and a path. Messages go on after the name: `is empty`. */
export const sourceSchema = z.object({
  id: sourceShape.shape.id.superRefine((id, context) => tell(idFault(id), context)),
  path: sourceShape.shape.path.superRefine((path, context) => tell(pathFault(path), context)),
});

export interface SourceDefinition extends Readonly<z.infer<typeof sourceShape>> {
  /** Where `path` is; by default taken from the working directory. `path` is what clients are shown. */
  readonly resolvedPath?: string;
}

function tell(message: string | null, context: z.core.$RefinementCtx<string>): void {
  if (message !== null) context.addIssue({ code: 'custom', message });
}

function idFault(id: string): string | null {
  if (id === '') return 'is empty';
  if (Buffer.byteLength(id, 'utf8') > sourceIdBytesMax) return `is longer than ${sourceIdBytesMax} bytes`;
  if (/\p{Cc}/u.test(id)) return 'holds control characters';
  if (/\p{Cs}/u.test(id)) return 'holds half of a surrogate pair';
  return null;
}

function pathFault(path: string): string | null {
  if (path === '') return 'is empty';
  if (path.includes('\0')) return 'holds a NUL character';
  return null;
}
