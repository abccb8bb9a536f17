/** A message of the frame that draws PDF files to the page around it. */
import type { FromFrame } from './messages.ts';

export function tell(message: FromFrame): void {
  // The page has an origin that this frame cannot know.
  parent.postMessage(message, '*');
}
