/** Every tool, in listing order. */
import { MARKING_TOOLS } from './marking-tools.ts';
import { ITEM_TOOLS } from './reading-tools.ts';
import { SEARCH_TOOLS } from './search-tools.ts';
import type { Tool } from './tool.ts';

export function toolsOf(allowMarks: boolean): readonly Tool[] {
  return allowMarks ? [...SEARCH_TOOLS, ...ITEM_TOOLS, ...MARKING_TOOLS] : [...SEARCH_TOOLS, ...ITEM_TOOLS];
}
