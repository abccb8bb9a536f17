/** The temporary files of a build for per-field data that grows with the documents, and the memory limits for it. */
import { join } from 'node:path';
import { tuning } from '../../shared/thresholds.ts';
import { PageFile } from '../store/page-file.ts';
import { type PointCursor, PointLog } from './point-log.ts';
import { VALUE_LIMITS, type ValueLimits } from './values/value-log.ts';

/** Memory limits for data that grows with the documents. Beyond these, a build writes to temporary files. */
export interface HoldLimits {
  /** Page size for data of one field. Small, because there may be very many fields. */
  readonly fieldPageBytes: number;
  /** Page size for data of the whole index, or of one field at a time. */
  readonly pageBytes: number;
  /** Points of all fields together. Each takes 24 bytes, and four more during sorting. */
  readonly points: number;
  /** Whole values of all fields together. */
  readonly values: ValueLimits;
}

export const HOLD_LIMITS: HoldLimits = {
  fieldPageBytes: tuning.fieldPageBytes,
  pageBytes: tuning.pageBytes,
  points: tuning.points,
  values: VALUE_LIMITS,
};

/** Temporary files for data of all fields, in a folder that the caller removes. */
export class FieldFiles {
  /** Documents of fields, and lengths. */
  readonly pages: PageFile;
  /** Parts of columns that wait until the parts before them are written. */
  readonly columns: PageFile;
  readonly points: PointLog;
  #sorted: (PointCursor & { close(): void }) | null = null;

  constructor(directory: string, limits: HoldLimits) {
    this.pages = new PageFile(join(directory, 'field-pages'), limits.fieldPageBytes);
    this.columns = new PageFile(join(directory, 'column-pages'), limits.pageBytes);
    this.points = new PointLog(join(directory, 'points'), limits.points);
  }

  /** The points of all fields, read in one pass after all have been collected. */
  get sortedPoints(): PointCursor {
    this.#sorted ??= this.points.sorted();
    return this.#sorted;
  }

  close(): void {
    this.#sorted?.close();
    this.points.close();
    this.pages.close();
    this.columns.close();
  }
}
