/** The files of the documentation: `make docs` builds them from docs/, and a package has them. */
import { createHash } from 'node:crypto';
import { AppError } from '../../shared/errors.ts';
import { staticNames } from './static-files.ts';
import { type StaticForm, staticForm } from './static-forms.ts';

export interface TaggedForm extends StaticForm {
  /** Names these bytes: a browser asks again, and gets 304 if they are the same. */
  readonly tag: string;
}

const DIGITS = 22;
const tags = new WeakMap<Buffer, string>();

/** A file in the smallest form that the client takes, or null for a name that no file has. */
export async function docsFile(name: string, takes: (encoding: string) => boolean): Promise<TaggedForm | null> {
  if (!(await staticNames('docs')).has('index.html')) {
    throw new AppError('NOT_FOUND', 'The documentation is not built: run `make docs`, which writes it to dist/docs.');
  }
  const form = await staticForm('docs', name, takes);
  return form === null ? null : { ...form, tag: tagOf(form.bytes) };
}

/** Bytes stay the same object for as long as the server runs, so that they are hashed once. */
function tagOf(bytes: Buffer): string {
  const known = tags.get(bytes);
  if (known !== undefined) return known;
  const tag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, DIGITS)}"`;
  tags.set(bytes, tag);
  return tag;
}
