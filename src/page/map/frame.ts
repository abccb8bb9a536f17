/** The visible part of the map. It never leaves the world, and a drawn box never extends beyond the poles. */
export interface Frame {
  readonly longitude: number;
  readonly latitude: number;
  readonly zoom: number;
}

export type Corners = readonly [west: number, south: number, east: number, north: number];
export type Point = readonly [longitude: number, latitude: number];

const ZOOM_MAX = 16;
/** Maximum zoom of the server's grid. */
export const GRID_ZOOM_MAX = 24;

export function widthOf({ zoom }: Frame): number {
  return 360 / 2 ** zoom;
}

export function clamped({ longitude, latitude, zoom }: Frame): Frame {
  const inside = Math.max(0, Math.min(ZOOM_MAX, zoom));
  const reach = 180 - 180 / 2 ** inside;
  return {
    longitude: Math.max(-reach, Math.min(reach, longitude)),
    latitude: Math.max(-reach / 2, Math.min(reach / 2, latitude)),
    zoom: inside,
  };
}

/** Height of a frame divided by its width. */
const FRAME_SHAPE = 1 / 2;

/**
 * Returns the visible part of the world. `shape` is height divided by width of the element, which may show more than the frame
 * on two sides.
 */
export function cornersOf(frame: Frame, shape = FRAME_SHAPE): Corners {
  const { longitude, latitude } = frame;
  const width = widthOf(frame);
  const reachX = Math.max(width, (width * FRAME_SHAPE) / shape) / 2;
  const reachY = Math.max(width * FRAME_SHAPE, width * shape) / 2;
  return inWorld([longitude - reachX, latitude - reachY], [longitude + reachX, latitude + reachY]);
}

/** Returns the box between two points, clipped at the poles and the date line. */
export function inWorld([x, y]: Point, [toX, toY]: Point): Corners {
  const within = (degrees: number, most: number): number => Math.max(-most, Math.min(most, degrees));
  return [
    within(Math.min(x, toX), 180),
    within(Math.min(y, toY), 90),
    within(Math.max(x, toX), 180),
    within(Math.max(y, toY), 90),
  ];
}

/** Returns a box in the server's format. */
export function boxText(corners: Corners, digits = 4): string {
  return corners.map((degrees) => degrees.toFixed(digits)).join(',');
}

/** Returns the intersection of both boxes, or null if it is empty. A box across the date line is not narrowed. */
export function common(view: Corners, box: string): string | null {
  const [west, south, east, north] = box.split(',').map(Number) as unknown as Corners;
  if (box === '') return boxText(view, 6);
  if (west > east) return box;
  const both: Corners = [
    Math.max(view[0], west),
    Math.max(view[1], south),
    Math.min(view[2], east),
    Math.min(view[3], north),
  ];
  return both[0] > both[2] || both[1] > both[3] ? null : boxText(both, 6);
}

/** Zooms in by `by` steps: at the centre, or at the nearest dot if otherwise no dot would stay visible. */
export function zoomed(frame: Frame, by: number, spots: readonly Point[]): Frame {
  const next = clamped({ ...frame, zoom: frame.zoom + by });
  if (by < 0 || spots.length === 0) return next;
  const [west, south, east, north] = cornersOf(next);
  if (spots.some(([x, y]) => x >= west && x <= east && y >= south && y <= north)) return next;
  const distance = ([x, y]: Point): number => (x - frame.longitude) ** 2 + (y - frame.latitude) ** 2;
  const [x, y] = spots.reduce((best, one) => (distance(one) < distance(best) ? one : best));
  return clamped({ longitude: x, latitude: y, zoom: next.zoom });
}

/** Zooms in by `by` steps. `point` keeps its position on the screen. */
export function zoomedAt(frame: Frame, by: number, [x, y]: Point): Frame {
  const { zoom } = clamped({ ...frame, zoom: frame.zoom + by });
  const part = 2 ** (frame.zoom - zoom);
  return clamped({
    longitude: x + (frame.longitude - x) * part,
    latitude: y + (frame.latitude - y) * part,
    zoom,
  });
}

/** Returns the frame that shows a box. */
export function fitted([west, south, east, north]: Corners): Frame {
  const width = Math.max(east - west, 2 * (north - south), 360 / 2 ** ZOOM_MAX);
  return clamped({
    longitude: (west + east) / 2,
    latitude: (south + north) / 2,
    zoom: Math.floor(Math.log2(360 / (width * 1.2))),
  });
}
