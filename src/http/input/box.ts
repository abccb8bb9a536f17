/** `bbox=west,south,east,north`, in degrees. */
import type { Box } from '../../search/search-request.ts';
import { AppError } from '../../shared/errors.ts';
import { BOX_UNITS_MAX } from '../limits.ts';

const EXAMPLE = '`-9.5,38.6,-9.0,38.9`';
const SHOWN_UNITS = 80;
const DEGREES = /^[+-]?\d{1,3}(?:\.\d{1,20})?$/;

/** Throws AppError INVALID_REQUEST with the reason. */
export function readBox(text: string): Box {
  if (text.length > BOX_UNITS_MAX) throw invalid(text, `has more than ${BOX_UNITS_MAX} characters`);
  const parts = text.split(',').map((part) => part.trim());
  const [west, south, east, north] = parts.map((part) => (DEGREES.test(part) ? Number(part) : Number.NaN));
  if (parts.length !== 4 || [west, south, east, north].some((degrees) => Number.isNaN(degrees))) {
    throw invalid(text, 'is not four numbers of degrees');
  }
  if (Math.abs(west!) > 180 || Math.abs(east!) > 180) throw invalid(text, 'has a longitude beyond 180');
  if (Math.abs(south!) > 90 || Math.abs(north!) > 90) throw invalid(text, 'has a latitude beyond 90');
  if (south! > north!) throw invalid(text, 'has its south north of its north');
  return { west: west!, south: south!, east: east!, north: north! };
}

function invalid(text: string, finding: string): AppError {
  const shown = JSON.stringify(text.slice(0, SHOWN_UNITS));
  return new AppError('INVALID_REQUEST', `The "bbox" ${shown} ${finding}; write west,south,east,north, as ${EXAMPLE}.`);
}
