/** From texts to runs: a module of its own, in the order in which a run goes through it. */

export { assign, beginInverted, rank, write } from './run-bytes';
export { emptied, isEnded, isWithin, outAt, written } from './run-items';
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
