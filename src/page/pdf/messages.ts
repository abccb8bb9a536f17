/** What the page and the frame that draws PDF files say to each other. */
export type ToFrame =
  | { readonly kind: 'open'; readonly bytes: ArrayBuffer; readonly texts: readonly string[] }
  /** What the frame asked for; null where it cannot be had. */
  | { readonly kind: 'given'; readonly file: string; readonly bytes: ArrayBuffer | null }
  | { readonly kind: 'page'; readonly page: number }
  | { readonly kind: 'zoom'; readonly zoom: number };

export type FromFrame =
  | { readonly kind: 'ready' }
  /** A character map, a standard font or a decoder, by the name of its file: the frame itself reaches nothing. */
  | { readonly kind: 'need'; readonly file: string }
  | { readonly kind: 'opened'; readonly pages: number }
  | { readonly kind: 'found'; readonly page: number; readonly count: number }
  | { readonly kind: 'failed'; readonly reason: string };
