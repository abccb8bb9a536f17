/** The icons of the page, drawn as strokes in the colour of the surrounding text. */
const strokes = {
  search: 'M11 11m-7 0a7 7 0 1 0 14 0a7 7 0 1 0 -14 0 M21 21l-4.5-4.5',
  close: 'M6 6l12 12M18 6L6 18',
  bookmark: 'M7 4h10v16l-5-4-5 4z',
  history: 'M4 12a8 8 0 1 0 3-6.2L4 8M4 4v4h4M12 8v4l3 2',
  star: 'M12 4l2.4 5.2 5.6.7-4.1 3.9 1 5.6-4.9-2.7-4.9 2.7 1-5.6L4 9.9l5.6-.7z',
  list: 'M4 6h2M4 12h2M4 18h2M10 6h10M10 12h10M10 18h10',
  download: 'M12 4v11M7 11l5 5 5-5M5 20h14',
  across: 'M9 12m-6 0a6 6 0 1 0 12 0a6 6 0 1 0 -12 0M15 12m-6 0a6 6 0 1 0 12 0a6 6 0 1 0 -12 0',
  table: 'M4 5h16v14H4zM4 10h16M4 15h16M10 5v14',
  gallery: 'M4 4h7v7H4zM13 4h7v7h-7zM4 13h7v7H4zM13 13h7v7h-7z',
  timeline: 'M4 20V10M9 20V4M14 20v-8M19 20V7',
  map: 'M12 21c4-5 6-8 6-11a6 6 0 1 0-12 0c0 3 2 6 6 11zM12 10m-2 0a2 2 0 1 0 4 0a2 2 0 1 0-4 0',
  tree: 'M5 4v13h6M5 9h6M13 6h7v6h-7zM13 14h7v6h-7z',
  columns: 'M4 5h16v14H4zM9.5 5v14M14.5 5v14',
  snippets: 'M4 6h16M4 10h10M4 15h16M4 19h7',
  up: 'M6 15l6-6 6 6',
  down: 'M6 9l6 6 6-6',
  left: 'M15 6l-6 6 6 6',
  right: 'M9 6l6 6-6 6',
  settings:
    'M4 7h10M18 7h2M4 17h2M10 17h10M16 7m-2 0a2 2 0 1 0 4 0a2 2 0 1 0-4 0M8 17m-2 0a2 2 0 1 0 4 0a2 2 0 1 0-4 0',
  keys: 'M3 7h18v11H3zM7 11h.01M11 11h.01M15 11h.01M8 15h8',
  sidebar: 'M4 5h16v14H4zM10 5v14',
  link: 'M10 14l4-4M8 11l-2.5 2.5a3.5 3.5 0 0 0 5 5L13 16M16 13l2.5-2.5a3.5 3.5 0 0 0-5-5L11 8',
  copy: 'M9 9h11v11H9zM5 15H4V4h11v1',
  plus: 'M12 5v14M5 12h14',
  minus: 'M5 12h14',
  not: 'M12 12m-8 0a8 8 0 1 0 16 0a8 8 0 1 0-16 0M6.5 6.5l11 11',
  pencil: 'M5 19l1-4L16 5l3 3L9 18z',
  undo: 'M9 6L4 11l5 5M4 11h10a5 5 0 0 1 0 10h-3',
  file: 'M6 3h8l4 4v14H6zM14 3v4h4',
  folder: 'M3 6h7l2 2h9v11H3z',
  bin: 'M5 7h14M10 7V4h4v3M7 7l1 13h8l1-13M10 11v5M14 11v5',
  note: 'M4 5h16v11h-9l-5 4v-4H4zM8 9h8M8 12h5',
  check: 'M5 12.5l5 5 9.5-11',
  eye: 'M2 12c3-5 6.5-7 10-7s7 2 10 7c-3 5-6.5 7-10 7s-7-2-10-7zM12 12m-3 0a3 3 0 1 0 6 0a3 3 0 1 0-6 0',
  turn: 'M19 12a7 7 0 1 1-2-5l2 2M19 4v5h-5',
  more: 'M5 12h.01M12 12h.01M19 12h.01',
} as const;

export type SignName = keyof typeof strokes;

export function Sign({ name }: { readonly name: SignName }) {
  return (
    <svg class="symbol" viewBox="0 0 24 24" aria-hidden="true">
      <path d={strokes[name]} />
    </svg>
  );
}
