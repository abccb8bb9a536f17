/**
 * The index of a case in a cluster: settings, analyzers and fields. Tokens are ours, and the cluster only splits at the spaces
 * between them. Unmapped fields are refused, so that nothing is indexed by dynamic mapping.
 */
import type { FieldHeader } from '../../engine/format.ts';
import {
  DIGEST,
  exactField,
  HAS,
  HAS_TOKEN,
  HOLE,
  ID,
  numberField,
  POSITION_GAP,
  SHARED_POSITION,
  textField,
  wholeField,
} from './field-names.ts';

/** The version of the index layout. An index of another layout is built again. */
export const LAYOUT_VERSION = 2;
/** Items per page of a search. */
export const PAGE_ITEMS = 50_000;
/** Length of the tokens at one position: the pieces of a word of half a million characters, more than a cluster allows. */
const TOKEN_LENGTH_MAX = 1_048_576;
const FIELDS_MAX = 100_000;
const NESTING_MAX = 10_000;
const TERMS_MAX = 65_536;
const REGEXP_LENGTH_MAX = 100_000;

export interface IndexLayout {
  readonly shards: number;
  readonly replicas: number;
}

/** The metadata of an index: its case and its program. */
export interface IndexMeta {
  readonly layout: number;
  /** The identity of the item store that was built with it. */
  readonly identity: string;
  readonly items: number;
  readonly shards: number;
}

export function indexBody(fields: Iterable<FieldHeader>, { shards, replicas }: IndexLayout, meta: IndexMeta): object {
  return {
    settings: {
      index: {
        number_of_shards: shards,
        number_of_replicas: replicas,
        refresh_interval: -1,
        max_result_window: PAGE_ITEMS,
        max_regex_length: REGEXP_LENGTH_MAX,
        max_terms_count: TERMS_MAX,
        'mapping.total_fields.limit': FIELDS_MAX,
        'query.max_nested_depth': NESTING_MAX,
        'unassigned.node_left.delayed_timeout': '5s',
      },
      analysis: {
        tokenizer: { spaces: { type: 'whitespace', max_token_length: TOKEN_LENGTH_MAX } },
        filter: {
          hole: { type: 'stop', stopwords: [HOLE] },
          shared: { type: 'pattern_capture', preserve_original: false, patterns: [`([^${SHARED_POSITION}]+)`] },
        },
        analyzer: {
          pre: { type: 'custom', tokenizer: 'spaces', filter: ['shared'] },
          pre_hole: { type: 'custom', tokenizer: 'spaces', filter: ['hole', 'shared'] },
        },
      },
    },
    mappings: { dynamic: 'strict', _source: { enabled: false }, _meta: meta, properties: propertiesOf(fields) },
  };
}

function propertiesOf(fields: Iterable<FieldHeader>): Record<string, object> {
  const properties: Record<string, object> = {
    [ID]: { type: 'integer' },
    [HAS]: KEYWORD,
    [HAS_TOKEN]: KEYWORD,
    [DIGEST]: { type: 'keyword', index: false },
  };
  for (const { name, type, analysis } of fields) {
    if (analysis === 'text') properties[textField(name)] = TEXT;
    properties[wholeField(name)] = KEYWORD;
    if (type !== 'number' && type !== 'date') continue;
    properties[numberField(name)] = { type: 'double', doc_values: false };
    properties[exactField(name)] = KEYWORD;
  }
  return properties;
}

const KEYWORD = { type: 'keyword', doc_values: false };
const TEXT = { type: 'text', analyzer: 'pre', position_increment_gap: POSITION_GAP };
