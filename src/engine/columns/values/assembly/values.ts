/** Entry point of the module for whole values of columns. The exports are in the order of their use. */

export { addLogged, columnOf, count, lay, logRoom, textAt } from './held-values';
export {
  beginRun,
  docCount,
  endFolded,
  foldedRoom,
  foldFrom,
  isEnded,
  longest,
  order,
  outAt,
  write,
  written,
} from './run';
