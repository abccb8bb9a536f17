/** Compares answers to queries with IPED's, and lists the rules by which our own syntax differs. */
import { createHash } from 'node:crypto';

/** The digest of ascending ids, as in the golden files. */
export function digestOfIds(ids) {
  return createHash('sha256')
    .update([...ids].sort((a, b) => a - b).join('\n'))
    .digest('hex');
}

/** In order. The first matching rule is the reason. */
export const RULES = [
  {
    rule: 'Dates are moments: a bound includes its whole period. Patterns, and values that are not dates, are refused.',
    fits: ofDates,
  },
  {
    rule: '`field:*` finds all items that have the field, even if its value has no token. An empty value is not a date.',
    fits: /^\S*[^\\]:(?:\*|"")$/,
  },
  {
    rule: 'A chunk with several tokens is a phrase, not an OR of its tokens.',
    fits: /^(?:\w+:)?[\w&]+(?:[./_]|&&)[\w./&]+$/,
  },
  { rule: 'AND binds closer than OR.', fits: / AND .* OR | AND \(|^\w+ \w+ AND / },
  { rule: '`@n` requires at least n of the clauses.', fits: /\)@\d/ },
  { rule: 'Slashes at both ends are a regular expression.', fits: /^\/.*\/$/ },
  {
    rule: 'A pattern with separators is a phrase of its parts, and so are wildcards in quotes.',
    fits: /^".*[*?].*"$|\w[_.-]\*|\*[_.-]/,
  },
  {
    rule: 'A character that is neither a letter nor a digit is a separator. The query parser does not convert it (`²` to 2).',
    fits: /[²½]/,
  },
  { rule: 'The value of a field of whole values is one term, quoted or not.', fits: /^dataSource\w+:"/ },
  { rule: '`fn:` is a field like any other. In `a:b:c`, the value `b:c` is text.', fits: /^fn:|^\w+:\w+:\w+$/ },
  { rule: 'A query without any word finds nothing.', fits: /^(?:\w+:)?(?:""|[^\p{L}\p{N}"?*]+)$/u },
  { rule: 'A word without a field is searched in `content` only.', fits: bareWord },
];

/** Returns the rule by which our own syntax differs, or null. */
export function ownRuleOf(q) {
  return RULES.find(({ fits }) => (typeof fits === 'function' ? fits(q) : fits.test(q)))?.rule ?? null;
}

function ofDates(q) {
  return /^(?:modified|created|accessed|changed|timeStamp|common\\:dcterms\\:\w+):(?:\[|\w[\w-]*\*|\?\*)/.test(q);
}

/** The words of the query without a field. */
function bareWord(q) {
  return /(?:^|[\s(+-])"?[\p{L}\p{N}?][^\s:]*(?=$|[\s)~^*"])/u.test(q);
}
