/** What examiners and modules noted about files and artifacts: tags, and hits of keywords and of lists of hashes. */
import type { Row } from '../sqlite/database-request.ts';
import { type Bounds, type CaseDatabase, cutText } from './case-database.ts';
import { addValue, type PropertyValues, textOf } from './values.ts';

/** Artifacts that say something of a file, and are no items. */
export const HIT_TYPES = ['TSK_KEYWORD_HIT', 'TSK_HASHSET_HIT'] as const;
const HITS = HIT_TYPES.map((name) => `'${name}'`).join(', ');

/** The property of an attribute of a hit. */
const PROPERTY_OF_HIT: Readonly<Record<string, string>> = {
  'TSK_KEYWORD_HIT TSK_KEYWORD': 'keyword',
  'TSK_KEYWORD_HIT TSK_SET_NAME': 'keywordList',
  'TSK_HASHSET_HIT TSK_SET_NAME': 'hashSet',
};

const TAGS = (table: string, key: string): string =>
  `SELECT CAST(t.${key} AS TEXT) AS id, ${cutText('n.display_name')} AS name, ${cutText('t.comment')} AS comment FROM ${table} t ` +
  `JOIN tag_names n ON n.tag_name_id = t.tag_name_id WHERE t.${key} BETWEEN CAST(? AS INTEGER) AND CAST(? AS INTEGER) ORDER BY t.${key}, t.tag_id`;

const HIT_ATTRIBUTES =
  `SELECT a.obj_id AS id, k.type_name AS kind, y.type_name AS attribute, ${cutText('v.value_text')} AS value ` +
  'FROM blackboard_artifacts a JOIN blackboard_artifact_types k ON k.artifact_type_id = a.artifact_type_id ' +
  'JOIN blackboard_attributes v ON v.artifact_id = a.artifact_id ' +
  'JOIN blackboard_attribute_types y ON y.attribute_type_id = v.attribute_type_id ' +
  `WHERE a.obj_id BETWEEN ? AND ? AND k.type_name IN (${HITS}) ` +
  "AND y.type_name IN ('TSK_KEYWORD', 'TSK_SET_NAME') ORDER BY a.obj_id, a.artifact_id, v.rowid";

/** Of the items of one page, by the number that the database knows them by, in digits. */
export class PageMarks {
  readonly #ofItem = new Map<string, (readonly [property: string, value: string])[]>();
  /** Whether there are more than a page may have. */
  isCut = false;

  static async ofFiles(database: CaseDatabase, page: Bounds): Promise<PageMarks> {
    const marks = new PageMarks();
    marks.#take(await database.valuesOf(TAGS('content_tags', 'obj_id'), page), tagOf);
    marks.#take(await database.valuesOf(HIT_ATTRIBUTES, page), hitOf);
    return marks;
  }

  static async ofArtifacts(database: CaseDatabase, page: Bounds): Promise<PageMarks> {
    const marks = new PageMarks();
    marks.#take(await database.valuesOf(TAGS('blackboard_artifact_tags', 'artifact_id'), page), tagOf);
    return marks;
  }

  addTo(properties: PropertyValues, number: number | string): void {
    for (const [property, value] of this.#ofItem.get(String(number)) ?? []) addValue(properties, property, value);
  }

  #take(
    { rows, isCut }: { readonly rows: readonly Row[]; readonly isCut: boolean },
    marksOf: (row: Row) => readonly (readonly [string, string | null])[],
  ): void {
    this.isCut ||= isCut;
    for (const row of rows) {
      const number = String(row[0]);
      const marks = this.#ofItem.get(number) ?? [];
      for (const [property, value] of marksOf(row)) if (value !== null && value !== '') marks.push([property, value]);
      this.#ofItem.set(number, marks);
    }
  }
}

/** Tags are evidence of what was done there: properties, and no bookmarks of this program. */
function tagOf([, name, comment]: Row): readonly (readonly [string, string | null])[] {
  return [
    ['tag', textOf(name)],
    ['tagComment', textOf(comment)],
  ];
}

function hitOf([, kind, attribute, value]: Row): readonly (readonly [string, string | null])[] {
  const property = PROPERTY_OF_HIT[`${kind} ${attribute}`];
  return property === undefined ? [] : [[property, textOf(value)]];
}
