/**
 * Items with pictures that identify them: each is filled with a colour of its own. Tests read the pixels of the screen,
 * whatever the page's own state says.
 */
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import type { TinyItem } from '../support/tiny-case.ts';

/** Levels of each channel, far enough apart for lossy pictures, and far from the white of an empty frame. */
const LEVELS = 7;
const DARKEST = 20;
const STEP = 36;
const TOLERANCE = 12;
export const COLOURED_MAX = LEVELS ** 3;

export function colouredItems(count: number): Promise<TinyItem[]> {
  if (count > COLOURED_MAX) throw new Error(`There are ${COLOURED_MAX} colours.`);
  return Promise.all(
    Array.from({ length: count }, async (_, id) => {
      const [r, g, b] = levelsOf(id).map((level) => DARKEST + STEP * level) as [number, number, number];
      const create = { width: 120, height: 80, channels: 3, background: { r, g, b } } as const;
      const content = await sharp({ create }).png().toBuffer();
      return { id, properties: { name: `item ${id}`, contentType: 'image/png' }, content };
    }),
  );
}

/** Returns the item whose picture is in the middle of the preview; null if there is none. */
export async function pictureOnScreen(page: Page): Promise<number | null> {
  // Does not use a locator, which would wait for the frame.
  const box = await page.evaluate<{ x: number; y: number; width: number; height: number } | null>(
    `document.querySelector('.zoomed-frame')?.getBoundingClientRect().toJSON() ?? null`,
  );
  if (box === null) return null;
  const clip = { x: box.x + box.width / 2, y: box.y + box.height / 2, width: 2, height: 2 };
  const pixels = await sharp(await page.screenshot({ clip }))
    .removeAlpha()
    .raw()
    .toBuffer();
  let id = 0;
  for (const [channel, value] of [...pixels.subarray(0, 3)].entries()) {
    const level = Math.round((value - DARKEST) / STEP);
    if (Math.abs(value - DARKEST - STEP * level) > TOLERANCE || level < 0 || level >= LEVELS) return null;
    id += level * LEVELS ** channel;
  }
  return id;
}

function levelsOf(id: number): readonly number[] {
  return [0, 1, 2].map((channel) => Math.floor(id / LEVELS ** channel) % LEVELS);
}
