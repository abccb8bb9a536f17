/** Display form of facet values: years, size ranges with units, everything else unchanged. */
const UNITS = ['B', 'kB', 'MB', 'GB', 'TB', 'PB'];

export function shownFacetValue(field: string, value: string, interval?: string): string {
  if (interval === 'year') return value.replace(/-01-01$/, '');
  const range = /^(\d+)-(\d*)$/.exec(value);
  if (range === null || !/length|size/i.test(field)) return value;
  const [, from = '0', to = ''] = range;
  return to === '' ? `≥ ${sizeText(Number(from))}` : `${sizeText(Number(from))} – ${sizeText(Number(to))}`;
}

function sizeText(bytes: number): string {
  let unit = 0;
  let size = bytes;
  while (size >= 1000 && unit < UNITS.length - 1) {
    size /= 1000;
    unit++;
  }
  return `${Math.round(size * 10) / 10} ${UNITS[unit]}`;
}
