/** Files of the documentation. `make docs` builds them from docs/; a package contains them. */
import { createHash } from 'node:crypto';
import { AppError } from '../../shared/errors.ts';
import { staticNames } from './static-files.ts';
import { type StaticForm, staticForm } from './static-forms.ts';

export interface TaggedForm extends StaticForm {
  /** Entity tag: a browser revalidates, and gets 304 if the bytes are the same. */
  readonly tag: string;
}

const DIGITS = 22;
const tags = new WeakMap<Buffer, string>();

/** Returns a file in the smallest form that the client accepts, or null for an unknown name. */
export async function docsFile(name: string, takes: (encoding: string) => boolean): Promise<TaggedForm | null> {
  if (!(await staticNames('docs')).has('index.html')) {
    throw new AppError('NOT_FOUND', 'The documentation is not built: run `make docs`, which writes it to dist/docs.');
  }
  const form = await staticForm('docs', name, takes);
  return form === null ? null : { ...form, tag: tagOf(form.bytes) };
}

/** The bytes are the same object while the server runs, so they are hashed only once. */
function tagOf(bytes: Buffer): string {
  const known = tags.get(bytes);
  if (known !== undefined) return known;
  const tag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, DIGITS)}"`;
  tags.set(bytes, tag);
  return tag;
}
