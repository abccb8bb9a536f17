/** Whole values of columns: a module of its own, in the order in which they go through it. */

export { addLogged, count, lay, logRoom, textAt } from './held-values';
export { beginRun, endFolded, foldedRoom, foldFrom, isEnded, longest, order, outAt, write, written } from './run';
