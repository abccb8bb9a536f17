/** Which contents are text, and how it is taken from them, by what the record says of the type. */

export type ContentKind = 'plain' | 'html' | 'mail';

const PLAIN =
  /^(text\/|application\/(json|xml|javascript|ecmascript|sql|yaml|toml|x-(sh|bat|httpd-php|perl|ruby|tex|latex|subrip|yaml|ndjson|mbox)|mbox|x-plist|rdf\+xml)$)|\+(xml|json)$/;
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
};

/** Null if no text is decoded from contents of this type. The extension counts only where there is no type. */
export function contentKind(contentType: string | null, extension: string | null): ContentKind | null {
  const type = (contentType ?? '').split(';', 1).join('').trim().toLowerCase();
  if (type === '' || type === 'application/octet-stream') return EXTENSIONS[extension?.toLowerCase() ?? ''] ?? null;
  if (type === 'text/html' || type === 'application/xhtml+xml') return 'html';
  if (type === 'message/rfc822') return 'mail';
  return PLAIN.test(type) ? 'plain' : null;
}
