/** The outline of the land, as one path in degrees, from Natural Earth; packaged with the page and loaded with the map. */
import { feature } from 'topojson-client';

let outline: Promise<string> | null = null;

export function landOutline(): Promise<string> {
  outline ??= load();
  return outline;
}

async function load(): Promise<string> {
  const { default: topology } = await import('world-atlas/land-110m.json');
  const land = feature(topology as never, topology.objects.land as never) as unknown as Land;
  const polygons = land.features.flatMap(({ geometry }) =>
    geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates,
  );
  return (polygons as Position[][][]).flat().map(outlineOf).join('');
}

/** A ring that crosses the date line continues at the other edge instead of crossing the map. */
function outlineOf(ring: readonly Position[]): string {
  return ring
    .map(([x, y], i) => {
      const before = ring[i - 1]?.[0];
      const isJump = before === undefined || Math.abs(x - before) > 180;
      return `${isJump ? 'M' : 'L'}${x.toFixed(2)} ${(-y).toFixed(2)}`;
    })
    .join('');
}

type Position = readonly [longitude: number, latitude: number];

interface Land {
  readonly features: readonly {
    readonly geometry: { readonly type: string; readonly coordinates: unknown[] };
  }[];
}
