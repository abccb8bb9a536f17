/** What the page and the frame that draws PDF files say to each other. */
export type ToFrame =
  | { readonly kind: 'open'; readonly bytes: ArrayBuffer; readonly texts: readonly string[] }
  | { readonly kind: 'page'; readonly page: number }
  | { readonly kind: 'zoom'; readonly zoom: number };

export type FromFrame =
  | { readonly kind: 'ready' }
  | { readonly kind: 'opened'; readonly pages: number }
  | { readonly kind: 'found'; readonly page: number; readonly count: number }
  | { readonly kind: 'failed'; readonly reason: string };
