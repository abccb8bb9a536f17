/** Creates the encoder of posting lists for an index that is being built. */
import { tuning } from '../../shared/thresholds.ts';
import { B, K1 } from './bm25.ts';
import { type FieldLengths, LengthsByDocument } from './field-lengths.ts';
import { IMPACT_BOUNDS } from './frequencies.ts';
import { type EncoderOptions, ListEncoder } from './list-encoder.ts';

export interface ListEncoding {
  /** Returns the lengths of a field by its id. */
  readonly fields: (field: number) => FieldLengths;
  readonly documentCount: number;
  /** If false, only a list of one document in the dictionary keeps positions. */
  readonly hasPositions: boolean;
}

/** `give` receives the pieces in order, each in its own memory. */
export function newListEncoder(encoding: ListEncoding, give: (piece: Uint8Array<ArrayBuffer>) => void): ListEncoder {
  return new ListEncoder(encoderOptions(encoding, give));
}

/** Returns the options of an encoder. */
export function encoderOptions(
  { fields, documentCount, hasPositions }: ListEncoding,
  give: (piece: Uint8Array<ArrayBuffer>) => void,
): EncoderOptions {
  return {
    documentCount,
    hasPositions,
    k1: K1,
    b: B,
    bounds: IMPACT_BOUNDS,
    pieceBytes: tuning.pieceBytes,
    give,
    fields: new LengthsByDocument(fields),
  };
}
