/** Detects from the beginning of a JSON file how its objects are arranged, and which program wrote them. */

export interface JsonShape {
  readonly name: string;
  /** Whether there is one object per line, so that a fault in one does not affect the others. */
  readonly isLines: boolean;
  /** Whether Elasticsearch actions precede the objects. */
  readonly isBulk: boolean;
  /** Whether it is an export of this program. */
  readonly isOwn: boolean;
  /** Members that only wrap others. Their names are left out. */
  readonly parents: ReadonlySet<string>;
  /** Whether the array is inside a response, of which nothing else is read. */
  readonly isInside: boolean;
  /** Removes everything before the first object from the beginning of the file. */
  withoutHead(text: string): string;
}

export const OWN_MEMBERS: ReadonlySet<string> = new Set(['source', 'id', 'parentId', 'properties', 'bookmarks']);

const NOTHING: ReadonlySet<string> = new Set();
const SOURCE: ReadonlySet<string> = new Set(['_source']);
/** A search response, whose hits are the rows. Only numbers and names precede them. */
const HITS = /^\s*\{[^[\]]{0,1000}"hits"\s*:\s*\{[^[\]]{0,1000}"hits"\s*:\s*(?=\[)/;
/** An element of a response, or of a dump. */
const ELASTIC = /^\s*\[?\s*\{\s*"_index"\s*:/;
const BULK = /^\s*\{\s*"(?:index|create|update|delete)"\s*:\s*\{\s*(?:"_|\})/;
/** Only an item with a parent has `parentId`. */
const OWN = /^\s*\{"source":"(?:[^"\\]|\\.)*","id":\d+,(?:"parentId":(?:null|\d+),)?"properties":\{/;
const OWN_END = /^\s*\{"done":true,"items":0,/;

const LINES_TRIED = 20;

export function findJsonShape(head: string): JsonShape {
  const hits = HITS.exec(head)?.[0];
  const rest = hits === undefined ? head : head.slice(hits.length);
  const isLines = hits === undefined && areLines(head);
  const isBulk = isLines && BULK.test(head);
  const isOwn = isLines && (OWN.test(head) || OWN_END.test(head));
  const isElastic = !isOwn && ELASTIC.test(rest);
  const kind = isLines ? 'JSON Lines' : /^\s*\[/.test(rest) ? 'JSON array' : 'JSON objects';
  const writer = isBulk ? ' of Elasticsearch (bulk)' : isElastic ? ' of Elasticsearch' : isOwn ? ' of case-access' : '';
  return {
    name: `${kind}${writer}`,
    isLines,
    isBulk,
    isOwn,
    isInside: hits !== undefined,
    parents: isElastic ? SOURCE : NOTHING,
    withoutHead: (text) =>
      hits === undefined ? text : `${'\n'.repeat(hits.split('\n').length - 1)}${text.slice(hits.length)}`,
  };
}

/** Whether a JSON file of any kind has rows: an array of objects, hits, or an object in its first line. */
export function beginsAsJsonTable(head: string): boolean {
  return /^\s*\[\s*\{/.test(head) || HITS.test(head) || areLines(head);
}

/**
 * Whether one of the first lines is a complete object. That does not occur if objects span several lines. The last line may be
 * cut by the end of the piece.
 */
function areLines(head: string): boolean {
  if (!/^\s*\{/.test(head)) return false;
  const lines = head.split('\n', LINES_TRIED).filter((line) => line.trim() !== '');
  if (lines.some((line) => line.startsWith('{') && isObject(line))) return true;
  // An object that is longer than the piece counts as a line if it has no line break.
  return lines.length === 1 && head.length > 1024 && !head.trimEnd().includes('\n');
}

function isObject(line: string): boolean {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}
