/** From texts to runs: a module of its own, in the order in which a run goes through it. */

export { assign, beginInverted, emptied, isEnded, isWithin, outAt, rank, write, written } from './run-bytes';
export {
  addUnit,
  addWidth,
  beginField,
  clear,
  count,
  cut,
  cutAscii,
  dropToken,
  endToken,
  fieldTokens,
  isCut,
  isStable,
  lay,
  limitTo,
  logMark,
  logWhole,
  logWholeAscii,
  offsetsAt,
  pages,
  text,
  tokensAt,
  tokensNow,
  tokenUnits,
} from './term-log';
export { bytesAt, fieldOf, orderAt, sortTerms, startsAt } from './term-order';
