/** Messages between the page and the frame that draws PDF files. */
export type ToFrame =
  | { readonly kind: 'open'; readonly bytes: ArrayBuffer; readonly texts: readonly string[] }
  /** The requested file; null if unavailable. */
  | { readonly kind: 'given'; readonly file: string; readonly bytes: ArrayBuffer | null }
  | { readonly kind: 'page'; readonly page: number }
  | { readonly kind: 'zoom'; readonly zoom: number };

export type FromFrame =
  | { readonly kind: 'ready' }
  /** Requests a character map, a standard font or a decoder by file name, because the frame has no network. */
  | { readonly kind: 'need'; readonly file: string }
  | { readonly kind: 'opened'; readonly pages: number }
  | { readonly kind: 'found'; readonly page: number; readonly count: number }
  | { readonly kind: 'failed'; readonly reason: string };
