/** The outline of the land, as one path in degrees: of Natural Earth, packaged with the page and loaded with the map. */
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
  return (polygons as Position[][][])
    .flat()
    .map((ring) => `M${ring.map(([x, y]) => `${x.toFixed(2)} ${(-y).toFixed(2)}`).join('L')}Z`)
    .join('');
}

type Position = readonly [longitude: number, latitude: number];

interface Land {
  readonly features: readonly {
    readonly geometry: { readonly type: string; readonly coordinates: unknown[] };
  }[];
}
