/** Entry point of the module that turns occurrences of frequent terms into runs of their pairs. */

export { cutRooms } from '../../../kernel/assembly/room';
export { emptied, isEnded, outAt, written } from '../../inversion/assembly/run-items';
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
