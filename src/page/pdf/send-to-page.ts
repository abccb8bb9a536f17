/** Sends a message from the frame that draws PDF files to the surrounding page. */
import type { FromFrame } from './messages.ts';

export function sendToPage(message: FromFrame): void {
  // This frame cannot know the page's origin.
  parent.postMessage(message, '*');
}
