/**
 * The kernel of this thread. There is only one, because its memory is large and nothing in it outlives a block of an operator.
 */
import { Kernel } from './kernel.ts';
import { code } from './kernel-code.ts';

export const kernel = new Kernel(code);
