/** The forms in which pictures are drawn. */

/** Longest side of a thumbnail in pixels. */
const THUMBNAIL_SIDE_MAX = 320;

/**
 * Describes the result. It fits into the box and is never enlarged. Transparent pixels become white, or the result is a WebP.
 */
export interface Drawing {
  readonly width: number;
  readonly height: number;
  readonly keepsTransparency: boolean;
  /** The number of the page to draw if a picture has several, from 0. Default: 0. A page after the last one is an error. */
  readonly page?: number;
}

export const THUMBNAIL: Drawing = {
  width: THUMBNAIL_SIDE_MAX,
  height: THUMBNAIL_SIDE_MAX,
  keepsTransparency: false,
};

/** The work on a picture: draw it, or read the data in it. */
export type PictureTask = Drawing | 'data';

/** A drawing for a browser view, at most `width` pixels wide. */
export function viewOf(width: number, page = 0): Drawing {
  return { width, height: VIEW_HEIGHT_MAX, keepsTransparency: true, page };
}

export const VIEW_WIDTH_MAX = 4096;
const VIEW_HEIGHT_MAX = 8192;
