/** Decides by the type in the record which contents are text, and how the text is extracted. */

/** `outlook` is an Outlook message. The exact format of a `document` is determined from its bytes. */
export type ContentKind = 'plain' | 'html' | 'mail' | 'outlook' | 'document';

const PLAIN =
  /^(text\/|application\/(json|xml|javascript|ecmascript|sql|yaml|toml|x-(sh|bat|httpd-php|perl|ruby|tex|latex|subrip|yaml|ndjson|mbox)|mbox|rdf\+xml)$)|\+(xml|json)$/;

/** Current Office files, OpenDocument, RTF, e-books, calendars, address cards, property lists and SQLite databases. */
const DOCUMENT = new RegExp(
  '^application/(vnd\\.openxmlformats-officedocument\\.(wordprocessingml|spreadsheetml|presentationml)\\b.*' +
    '|vnd\\.ms-(word|excel|powerpoint)\\.(document|template|sheet|presentation|slideshow)\\.macroenabled.*' +
    '|vnd\\.oasis\\.opendocument\\.(text|spreadsheet|presentation|graphics|chart|formula)\\b.*|vnd\\.sun\\.xml\\.(writer|calc|impress|draw)\\b.*' +
    '|x-tika-ooxml(-protected)?|(x-)?rtf|epub\\+zip|x-b?plist|x-apple-bplist|ics|vnd\\.sqlite3|(x-)?sqlite3?)$' +
    '|^text/(rtf|richtext|calendar|x-vcalendar|vcard|x-vcard|directory)$',
);
const DOCUMENT_EXTENSIONS =
  'docx docm dotx dotm xlsx xlsm xltx xltm xlsb pptx pptm potx potm ppsx ppsm odt ott ods ots odp otp odg rtf epub ics ifb vcs vcf plist bplist sqlite sqlite3'.split(
    ' ',
  );
const EXTENSIONS: Readonly<Record<string, ContentKind>> = {
  txt: 'plain',
  log: 'plain',
  csv: 'plain',
  md: 'plain',
  json: 'plain',
  xml: 'plain',
  htm: 'html',
  html: 'html',
  eml: 'mail',
  msg: 'outlook',
  ...Object.fromEntries(DOCUMENT_EXTENSIONS.map((extension) => [extension, 'document'] as const)),
};
/** Types that only say how the file is packed. */
const PACKING =
  /^application\/(zip|x-zip-compressed|x-ole-storage|x-tika-msoffice|encrypted|x-tika-ooxml-protected)$|^inode\/x-empty$/;

/**
 * Returns null if no text is decoded from contents of this type. The extension counts only if there is no type, or only one of
 * packing.
 */
export function contentKind(contentType: string | null, extension: string | null): ContentKind | null {
  const type = (contentType ?? '').split(';', 1).join('').trim().toLowerCase();
  const byExtension = EXTENSIONS[extension?.toLowerCase() ?? ''] ?? null;
  if (type === '' || type === 'application/octet-stream') return byExtension;
  if (PACKING.test(type)) return byExtension === 'document' || byExtension === 'outlook' ? byExtension : null;
  if (type === 'text/html' || type === 'application/xhtml+xml') return 'html';
  if (type === 'message/rfc822') return 'mail';
  if (type === 'application/vnd.ms-outlook') return 'outlook';
  if (DOCUMENT.test(type)) return 'document';
  return PLAIN.test(type) ? 'plain' : null;
}
