/** A column of a load file, and how it is understood. */
import type { Use } from './column-names.ts';
import type { DayOrder } from './usual-dates.ts';
import type { Notation, Unit } from './usual-sizes.ts';
import type { Zone } from './zone-names.ts';

export interface Column {
  readonly index: number;
  readonly header: string;
  property: string;
  use: Use | null;
  /** Its use follows from another column alone: the values must prove it. */
  isUseGuessed: boolean;
  /** Whether a text column holds the text itself; null: its values decide. */
  isInline: boolean | null;
  /** Who said so: the mapping, its name, or nobody: it is a property of its own name. */
  understoodBy: 'mapping' | 'name' | 'own name';
  isList: boolean;
  /** What separates the values of a list; null: its values decide. */
  separator: string | null;
  /** The order of dates, if it is given; `none`: its values are no dates. */
  dates: DayOrder | 'none' | null;
  /** Of times without one: what the mapping or the header says, else the column of zones of that index, else the mapping of the table. */
  zone: Zone | null;
  zoneFrom: number | null;
  zoneElse: Zone | null;
  /** Whether its values are sizes: always, if some of them name a unit, or never. */
  sizes: 'always' | 'by unit' | 'never';
  /** The notation of its numbers, if it is given. */
  numbers: Notation | null;
  /** Of numbers without one: what the mapping or the header says. */
  unit: Unit | null;
  /** The column of dates that this one has the times of. */
  timeOf: number | null;
}
