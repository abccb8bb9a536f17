/**
 * The temporary files of a build for per-field data that grows with the documents, and how much of it memory may hold.
 */
import { join } from 'node:path';
import { ways } from '../../shared/thresholds.ts';
import { PageFile } from '../store/page-file.ts';
import { PointLog, type PointSource } from './point-log.ts';

/** How much a build holds of what grows with the documents, before it goes to temporary files. */
export interface HoldLimits {
  /** Bytes of a page of what belongs to one field: there may be very many fields. */
  readonly fieldPageBytes: number;
  /** Bytes of a page of what is there once, or once at a time. */
  readonly pageBytes: number;
  /** Numbers of all fields together: 24 bytes each, four more while they are sorted. */
  readonly points: number;
}

export const HOLD_LIMITS: HoldLimits = {
  fieldPageBytes: ways.fieldPageBytes,
  pageBytes: ways.pageBytes,
  points: ways.points,
};

/** Temporary files of a build for what it gathers about all fields, in a folder that the caller removes. */
export class FieldFiles {
  /** Who has a field, and lengths. */
  readonly pages: PageFile;
  /** What of a column waits until what stands before it was written. */
  readonly columns: PageFile;
  readonly points: PointLog;
  #sorted: (PointSource & { close(): void }) | null = null;

  constructor(directory: string, limits: HoldLimits) {
    this.pages = new PageFile(join(directory, 'field-pages'), limits.fieldPageBytes);
    this.columns = new PageFile(join(directory, 'column-pages'), limits.pageBytes);
    this.points = new PointLog(join(directory, 'points'), limits.points);
  }

  /** The points of all fields, once all were gathered: one pass over them. */
  get sortedPoints(): PointSource {
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
