/** From occurrences of frequent terms to runs of their pairs: a separate module. */

export { cutRooms } from '../encoding/room';
export { emptied, isEnded, outAt, written } from '../indexing/run-items';
export {
  begin,
  clear,
  countsAt,
  endsAt,
  find,
  lay,
  logged,
  loosen,
  makeRoom,
  numbersAt,
  positionsAt,
} from './pair-log';
export {
  beginRun,
  hasNext,
  layRun,
  nextPair,
  startsAt,
  textsAt,
  write,
} from './pair-run';
