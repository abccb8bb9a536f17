/** What pictures are drawn as. */

/** Longest side of a thumbnail in pixels. */
const THUMBNAIL_SIDE_MAX = 320;

/** What a picture becomes: it fits into the box, is never enlarged, and where it is transparent becomes white, or a WebP. */
export interface Drawing {
  readonly width: number;
  readonly height: number;
  readonly keepsTransparency: boolean;
  /** Of a picture with several pages, from 0; default 0. Beyond the last one there is no picture. */
  readonly page?: number;
}

export const THUMBNAIL: Drawing = {
  width: THUMBNAIL_SIDE_MAX,
  height: THUMBNAIL_SIDE_MAX,
  keepsTransparency: false,
};

/** As large as a browser shows it, at most `width` pixels wide. */
export function viewOf(width: number, page = 0): Drawing {
  return { width, height: VIEW_HEIGHT_MAX, keepsTransparency: true, page };
}

export const VIEW_WIDTH_MAX = 4096;
const VIEW_HEIGHT_MAX = 8192;
