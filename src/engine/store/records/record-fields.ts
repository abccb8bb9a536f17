/**
 * The record of the current item of a build. Its fields are taken from the record, which avoids a string for each
 * value.
 */
import { RecordKernel } from './record-kernel.ts';

export class RecordFields {
  readonly kernel = new RecordKernel();
  /** Indexed by property: the number of its name. */
  readonly names: number[] = [];
  /** The offset of the properties in the record, or -1 if unknown. */
  propertiesAt = -1;
  /** Whether the kernel has the record. */
  isLoaded = false;

  /** Takes a record that was just encoded. */
  load(record: Uint8Array): void {
    this.isLoaded = this.propertiesAt >= 0 && this.kernel.load(record, this.propertiesAt);
  }
}
