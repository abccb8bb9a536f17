/** The files of the analysts' page, and the policies that they are served with. Names carry a hash of their content. */
import { AppError } from '../../shared/errors.ts';
import { staticNames } from './static-files.ts';
import { type StaticForm, staticForm } from './static-forms.ts';

/** What the page itself may do: everything comes from here, and nothing runs that is not a file of ours. */
export const pagePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' blob:",
  "media-src 'self'",
  "font-src 'self'",
  "connect-src 'self'",
  "worker-src 'self'",
  "frame-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
].join('; ');

/**
 * The frame that draws PDF files runs our scripts over hostile bytes, so it has no origin and can reach nothing: bytes come
 * in and counts go out as messages of the page around it.
 */
export const framePolicy = [
  'sandbox allow-scripts',
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self' 'unsafe-inline'",
  'img-src data: blob:',
  'font-src data: blob:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
].join('; ');

/** A file of the page in the smallest form that the client takes, or null for a name that no file has. */
export async function pageFile(name: string, takes: (encoding: string) => boolean): Promise<StaticForm | null> {
  if (!(await staticNames('page')).has('index.html')) {
    throw new AppError('NOT_FOUND', 'The page is not built: run `npm run build`, which writes it to dist/page.');
  }
  return staticForm('page', name, takes);
}
