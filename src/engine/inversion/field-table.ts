/** The fields of a build, by name and by number, and the temporary files that they share. */
import { type FieldSpec, type FieldType, fieldSpec } from '../../schema/field-types.ts';
import { isCounted } from '../columns/column-rule.ts';
import { FieldFiles, type HoldLimits } from '../columns/field-files.ts';
import { ColumnValues } from '../columns/values/column-values.ts';
import { FieldState } from './field-state.ts';

/** Maximum number of fields of a case. Further properties are stored with their items but not searched. */
export const FIELDS_MAX = 200_000;

export class FieldTable {
  readonly fields: FieldState[] = [];
  readonly files: FieldFiles;
  /** The whole values of all fields. */
  readonly values: ColumnValues;
  /** Types that the case assigns to fields whose name implies none, by field. Must be set before the first of them is opened. */
  types: ReadonlyMap<string, FieldType> = new Map();
  readonly #byName = new Map<string, FieldState>();

  constructor(directory: string, limits: HoldLimits) {
    this.files = new FieldFiles(directory, limits);
    this.values = new ColumnValues(directory, limits.values);
  }

  find(name: string): FieldState | null {
    return this.#byName.get(name) ?? null;
  }

  /** Returns the field of a name, created on demand; null beyond the limit. */
  open(name: string): FieldState | null {
    return this.#byName.get(name) ?? this.add(this.#specOf(name));
  }

  /** Creates a field; returns null beyond the limit. */
  add(spec: FieldSpec): FieldState | null {
    if (this.fields.length >= FIELDS_MAX) return null;
    const { name, analysis } = spec;
    const counts = isCounted(name, analysis) ? () => this.values.countsOf(name) : null;
    const field = new FieldState(this.fields.length, spec, this.files, counts);
    this.fields.push(field);
    this.#byName.set(name, field);
    return field;
  }

  #specOf(name: string): FieldSpec {
    const spec = fieldSpec(name);
    const given = spec.type === null && spec.analysis === 'text' ? this.types.get(name) : undefined;
    return given === undefined ? spec : { ...spec, type: given };
  }

  close(): void {
    this.values.close();
    this.files.close();
  }
}
