/** Files of the analysts' page, and their content security policies. File names contain a content hash. */
import { AppError } from '../../shared/errors.ts';
import { staticNames } from './static-files.ts';
import { type StaticForm, staticForm } from './static-forms.ts';

/** Policy of the page: everything is loaded from this server, and only its script files run. */
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
 * Policy of the frame that draws PDF files. It runs our scripts over hostile bytes, so it has no origin and no network. Bytes
 * arrive, and counts leave, as messages of the surrounding page.
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

/** Returns a file of the page in the smallest form that the client accepts, or null for an unknown name. */
export async function pageFile(name: string, takes: (encoding: string) => boolean): Promise<StaticForm | null> {
  if (!(await staticNames('page')).has('index.html')) {
    throw new AppError('NOT_FOUND', 'The page is not built: run `npm run build`, which writes it to dist/page.');
  }
  return staticForm('page', name, takes);
}
