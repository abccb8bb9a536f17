/**
 * Compares answers of IPED's web API with ours to the same requests: each is the same, better for a reason, or different for a
 * reason. The table of the reasons in docs/query-iped.md is generated from this.
 */
import { createHash } from 'node:crypto';

/** Why an answer differs from that of IPED. `better` means that nobody could prefer the answer of IPED. */
export const REASONS = {
  words: { better: true, says: '400 with the error, its position and a suggestion, instead of 500 without a message' },
  unknown: {
    better: true,
    says: '404 that names the missing source, item or bookmark, instead of 500 or an empty list',
  },
  number: { better: true, says: '404 with a message instead of an empty one' },
  folder: { better: true, says: 'a folder has no bytes and says so; IPED announces its 4,096 and breaks off' },
  noThumb: { better: true, says: '404 with the reason, instead of an empty picture' },
  shape: {
    better: false,
    says: '`docs` with one reference per item, by source and ascending id, instead of groups in the order of the index',
  },
  spelling: {
    better: false,
    says: 'categories as spelled in items (`PDF Documents`), sorted, instead of in lower case',
  },
};

/**
 * How each route answers: `{ route, same, reasons: Map of reason → count, wrong: [text] }`. `ask(path)` gives
 * `{ status, type, name, bytes }` of our service; `responses` are those of IPED, of the sources that it has.
 */
export async function compareWebApi(responses, ask) {
  const routes = new Map();
  for (const response of responses) {
    const route = routeOf(response.path);
    const row = routes.get(route) ?? { route, same: 0, reasons: new Map(), wrong: [] };
    routes.set(route, row);
    const path = route === '/search' ? `${response.path}&syntax=iped` : response.path;
    const verdict = verdictOf(route, response, await ask(path));
    if (verdict === 'same') row.same++;
    else if (verdict in REASONS) row.reasons.set(verdict, (row.reasons.get(verdict) ?? 0) + 1);
    else row.wrong.push(`${response.path}: ${verdict}`);
  }
  return [...routes.values()];
}

/** The rows of the table, in Markdown. */
export function webApiTable(rows) {
  const lines = rows.map(({ route, same, reasons }) => {
    const told = (isBetter) =>
      [...reasons]
        .filter(([reason]) => REASONS[reason].better === isBetter)
        .map(([reason, count]) => `${count}: ${REASONS[reason].says}`)
        .join('; ');
    return `| \`${route}\` | ${same} | ${told(true)} | ${told(false)} |`;
  });
  return ['| route | same | better | different |', '|---|---|---|---|', ...lines].join('\n');
}

function routeOf(path) {
  const [route] = path.split('?');
  return route
    .replace(/^\/sources\/[^/]+/, '/sources/{s}')
    .replace(/\/docs\/[^/]+/, '/docs/{id}')
    .replace(/^\/bookmarks\/.+/, '/bookmarks/{b}');
}

function verdictOf(route, theirs, ours) {
  if (theirs.status === 500) {
    if (ours.status === 404 && jsonOf(ours)?.error) return 'unknown';
    return ours.status === 400 && jsonOf(ours)?.error ? 'words' : `status ${ours.status}, not an error with words`;
  }
  if (theirs.status === 404) return ours.status === 404 || ours.status === 400 ? 'number' : `status ${ours.status}`;
  if (route === '/sources/{s}/docs/{id}/content') return contentVerdict(theirs, ours);
  if (route === '/sources/{s}/docs/{id}/thumb') return thumbVerdict(theirs, ours);
  if (route === '/bookmarks/{b}' && theirs.json.data.length === 0 && ours.status === 404) return 'unknown';
  if (ours.status !== 200) return `status ${ours.status}: ${ours.bytes.toString('utf8', 0, 200)}`;
  const found = jsonOf(ours);
  if (route === '/sources/{s}/docs/{id}') return recordVerdict(theirs.json, found);
  if (route === '/sources')
    return difference(
      theirs.json.data.map(({ id }) => id),
      found.data.map(({ id }) => id),
    );
  if (route === '/sources/{s}') return difference(theirs.json.id, found.id);
  if (route === '/bookmarks') return difference(theirs.json.data, found.data);
  if (route === '/categories') return categoriesVerdict(theirs.json.data, found.data);
  return itemsVerdict(theirs.json.data, found.docs);
}

function contentVerdict(theirs, ours) {
  const announced = Number(theirs.headers['Content-Length']);
  if (theirs.length === 0 && announced > 0)
    return ours.status === 200 && ours.bytes.length > 0 ? 'has bytes' : 'folder';
  if (ours.status !== 200)
    return theirs.length === 0 ? 'folder' : `status ${ours.status}: ${ours.bytes.toString('utf8', 0, 200)}`;
  const sha256 = createHash('sha256').update(ours.bytes).digest('hex');
  return difference([theirs.length, theirs.sha256], [ours.bytes.length, sha256]);
}

function thumbVerdict(theirs, ours) {
  if (theirs.length === 0) return ours.status === 404 && jsonOf(ours)?.error ? 'noThumb' : `status ${ours.status}`;
  return difference(theirs.sha256, createHash('sha256').update(ours.bytes).digest('hex'));
}

/** Every member of IPED's answer must be equal. There may be more. */
function recordVerdict(theirs, ours) {
  const shown = ({ source, id, luceneId, properties, bookmarks, selected }) => ({
    source,
    id,
    luceneId,
    properties: Object.entries(properties).sort(([a], [b]) => (a < b ? -1 : 1)),
    bookmarks,
    selected,
  });
  return difference(shown(theirs), shown(ours));
}

function categoriesVerdict(theirs, ours) {
  const folded = (names) => names.map((name) => name.toLowerCase()).sort();
  const verdict = difference(folded(theirs), folded(ours));
  return verdict === 'same' && String(theirs) !== String(ours) ? 'spelling' : verdict;
}

function itemsVerdict(theirs, ours) {
  const grouped = theirs.flatMap(({ source, ids }) => ids.map((id) => `${source} ${id}`)).sort();
  const verdict = difference(grouped, ours.map(({ source, id }) => `${source} ${id}`).sort());
  return verdict === 'same' ? 'shape' : verdict;
}

function difference(theirs, ours) {
  const [expected, found] = [JSON.stringify(theirs), JSON.stringify(ours)];
  if (expected === found) return 'same';
  let at = 0;
  while (expected[at] === found[at]) at++;
  return `${found.slice(Math.max(0, at - 40), at + 80)}, not ${expected.slice(Math.max(0, at - 40), at + 80)}`;
}

function jsonOf({ bytes }) {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    return null;
  }
}
