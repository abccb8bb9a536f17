/** From occurrences of frequent terms to runs of their pairs: a module of its own. */

export { cutRooms } from '../encoding/room';
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
  emptied,
  hasNext,
  isEnded,
  layRun,
  nextPair,
  outAt,
  startsAt,
  textsAt,
  write,
  written,
} from './pair-run';
