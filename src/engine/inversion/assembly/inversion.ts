/** Entry point of the module that turns texts into runs. The exports are in the order of use during a run. */

export { beginSketch, endSketch, sketch } from '../../neardup/assembly/text-sketch';
export { assign, beginInverted, rank, write } from './run-bytes';
export { emptied, isEnded, isWithin, outAt, written } from './run-items';
export {
  beginField,
  clear,
  count,
  fieldTokens,
  isCut,
  isShared,
  isStable,
  lay,
  limitTo,
  logMark,
  logWhole,
  logWholeAscii,
  offsetsAt,
  pages,
  positionsNow,
  text,
  tokensAt,
  tokensNow,
} from './term-log';
export { bytesAt, fieldOf, orderAt, sortTerms, startsAt } from './term-order';
export {
  addAlone,
  append,
  asciiField,
  beginAlone,
  cut,
  cutAscii,
  dropToken,
  endAll,
  endAlone,
  longWords,
  mayShare,
  take,
} from './word-cutter';
