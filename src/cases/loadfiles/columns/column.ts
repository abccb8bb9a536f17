/** A column of a load file, and its interpretation. */
import type { Use } from './column-names.ts';
import type { Count } from './counted-moments.ts';
import type { DayOrder } from './usual-dates.ts';
import type { Notation, Unit } from './usual-sizes.ts';
import type { Zone } from './zone-names.ts';

export interface LoadedColumn {
  readonly index: number;
  readonly header: string;
  property: string;
  use: Use | null;
  /** Whether its use follows only from another column, so that the values must confirm it. */
  isUseGuessed: boolean;
  /** Whether a text column contains the text itself; null if its values decide. */
  isInline: boolean | null;
  /** What determined its property: the mapping, or its name. If neither did, the property has the name of the column. */
  understoodBy: 'mapping' | 'name' | 'own name';
  /** Whether only its general name makes it the path, so that the values must confirm it. */
  isPathGuessed: boolean;
  isList: boolean;
  /** The separator of lists. Null if its values decide. */
  separator: string | null;
  /** The order of dates, if it is given. `none` means that its values are not dates. */
  dates: DayOrder | 'none' | null;
  /** The unit of its timestamps, if it is given. */
  count: Count | null;
  /**
   * The zone of times without one. It comes from the mapping or the header, or else from a column of zones (given by its
   * index), or else from the mapping of the table.
   */
  zone: Zone | null;
  /** Whether its header has an abbreviation that several zones share. */
  hasAmbiguousZone: boolean;
  zoneFrom: number | null;
  zoneElse: Zone | null;
  /** Whether its values are sizes: always, if some of them have a unit, or never. */
  sizes: 'always' | 'by unit' | 'never';
  /** The notation of its numbers, if it is given. */
  numbers: Notation | null;
  /** The unit of numbers without one, from the mapping or the header. */
  unit: Unit | null;
  /** The date column whose times of day this column contains. */
  timeOf: number | null;
}
