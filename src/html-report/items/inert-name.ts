/**
 * Makes names of evidence files safe in a report. A reader opens a link with one click, so an extension that a browser or a
 * system would execute is replaced. Only extensions known to be displayed or played are kept.
 */
import { itemFileName } from '../../export/zip/safe-names.ts';

const INERT: ReadonlySet<string> = new Set(
  (
    'jpg jpeg png gif webp bmp tif tiff heic heif avif ico txt log csv tsv json md pdf docx xlsx pptx odt ods odp rtf doc xls ppt ' +
    'eml msg mbox mp3 m4a wav ogg oga opus flac amr mp4 m4v mov avi mkv webm 3gp zip 7z rar gz tar db sqlite bin'
  ).split(' '),
);

/** An extension that no program opens. */
const OPENED_BY_NOTHING = '.bin';

export function inertName(id: number, name: string | undefined): string {
  const safe = itemFileName(id, name);
  const dot = safe.lastIndexOf('.');
  const ending = dot < 0 ? '' : safe.slice(dot + 1).toLowerCase();
  return INERT.has(ending) ? safe : `${safe}${OPENED_BY_NOTHING}`;
}
