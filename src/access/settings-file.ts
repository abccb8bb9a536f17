/** Files about access: JSON of one shape, and names that a log can have. */
import type { z } from 'zod';

export const NAME_BYTES_MAX = 255;

/** Whether a text can name somebody. */
export function isName(text: string): boolean {
  return text !== '' && Buffer.byteLength(text) <= NAME_BYTES_MAX && !/[\p{Cc}\p{Cs}]/u.test(text);
}

/** What the text of a file has. Throws an Error that says what is wrong, to be said after the name of the file. */
export function parseSettings<T extends z.ZodType>(schema: T, text: string): z.infer<T> {
  const { data, error } = schema.safeParse(parseJson(text));
  if (error === undefined) return data as z.infer<T>;
  const { path, message } = error.issues[0]!;
  throw new Error(`has a fault at ${path.join('.') || 'its beginning'}: ${message}`);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Error(`is not JSON: ${(error as Error).message}`);
  }
}
