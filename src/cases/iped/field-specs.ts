/**
 * Decides how the fields of an IPED index are searched: fields with positions as text, others as one term per value, numbers by
 * value. A field must be of the same kind in all segments.
 */
import type { CaseOrigin, OriginType } from '../../schema/case-origin.ts';
import type { FieldSpec } from '../../schema/field-types.ts';
import type { FieldInfo } from '../lucene/field-infos.ts';
import { type CaseSettings, originTypeOf } from './case-settings.ts';

/** A field whose values are whole categories, folded. */
const CATEGORY_FIELD = 'category';
/** Fields with the dates of every item and of all its events. They are dates, even if the list of types differs. */
const DATE_FIELDS: ReadonlySet<string> = new Set(['created', 'accessed', 'modified', 'changed', 'timeStamp']);
/** Fields that only pieces of texts have. They identify the text. */
const PIECE_FIELDS: ReadonlySet<string> = new Set(['fragNum', 'fragParentId']);

export interface IpedFields {
  readonly specs: readonly FieldSpec[];
  readonly types: CaseOrigin['types'];
}

/** Returns the fields of all segments that can be searched, by name. */
export function fieldsOf(infos: Iterable<FieldInfo>, settings: CaseSettings): IpedFields {
  const byName = new Map<string, FieldInfo>();
  for (const info of infos) {
    const known = byName.get(info.name);
    if (known === undefined || (known.indexOptions === 'none' && info.indexOptions !== 'none'))
      byName.set(info.name, info);
  }
  const specs: FieldSpec[] = [];
  const types: [string, OriginType][] = [];
  for (const name of [...byName.keys()].sort()) {
    const info = byName.get(name)!;
    const type = DATE_FIELDS.has(name) ? 'date' : originTypeOf(name, settings);
    const spec = specOf(info, type);
    if (spec === null) continue;
    specs.push(spec);
    if (type !== null) types.push([name, type]);
  }
  return { specs, types: Object.fromEntries(types) };
}

/** Returns null if the field is not searchable. */
function specOf({ name, indexOptions, pointDims }: FieldInfo, type: OriginType | null): FieldSpec | null {
  if (PIECE_FIELDS.has(name)) return null;
  // Fields with several dimensions are coordinates or features of a picture.
  if (indexOptions === 'none') return pointDims === 1 ? { name, analysis: 'text', type: 'number' } : null;
  if (name === CATEGORY_FIELD) return { name, analysis: 'whole', type: 'whole' };
  if (indexOptions === 'docs') return { name, analysis: 'exact', type: type === 'date' ? 'date' : 'text' };
  return { name, analysis: 'text', type: 'text' };
}
