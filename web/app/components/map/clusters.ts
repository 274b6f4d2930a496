import type { TrackerState } from '@banbo/contract';

/** A car on the map by its driver's number; `course` in degrees from north if it is known. */
export type Dot = { id: string; lat: number; lon: number; state: TrackerState; course: number | null };

/** A car, or several that stand too close together, at pixels of the world. */
export type MapSpot = { x: number; y: number } & (
  | { kind: 'car'; dot: Dot }
  | { kind: 'cluster'; count: number; alarms: number }
);

const TILE = 256;
/** Pixels of a cell in which cars become one. */
const CELL = 64;
/** From this zoom on each car stands alone, so that any can be chosen. */
export const ALONE_FROM = 15;
/** Cars that are fewer than this in their cell stand alone. */
const FEWEST = 3;

/** Pixels of the world's square map (Web Mercator) from its north-west corner. */
export const worldPixel = (lat: number, lon: number, zoom: number): { x: number; y: number } => {
  const size = TILE * 2 ** zoom;
  const sine = Math.min(0.9999, Math.max(-0.9999, Math.sin((lat * Math.PI) / 180)));
  return {
    x: ((lon + 180) / 360) * size,
    y: (0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)) * size,
  };
};

export type PixelBox = { left: number; top: number; right: number; bottom: number };

type Cell = { x: number; y: number; dots: Dot[]; spots: { x: number; y: number }[] };

/**
 * The spots of the cars within the box at a zoom. Cells are those of the world, so that clusters
 * stay where they are while the map moves. Cars in `alone` are never joined.
 */
export const spotsOf = (
  dots: Iterable<Dot>,
  zoom: number,
  box: PixelBox,
  alone: ReadonlySet<string> = new Set(),
): MapSpot[] => {
  const spots: MapSpot[] = [];
  const cells = new Map<number, Cell>();
  const columns = Math.ceil((TILE * 2 ** zoom) / CELL) + 1;
  for (const dot of dots) {
    const at = worldPixel(dot.lat, dot.lon, zoom);
    if (at.x < box.left || at.x > box.right || at.y < box.top || at.y > box.bottom) continue;
    if (zoom >= ALONE_FROM || alone.has(dot.id)) {
      spots.push({ kind: 'car', ...at, dot });
      continue;
    }
    const key = Math.floor(at.y / CELL) * columns + Math.floor(at.x / CELL);
    const cell = cells.get(key);
    if (cell) {
      cell.x += at.x;
      cell.y += at.y;
      cell.dots.push(dot);
      cell.spots.push(at);
    } else cells.set(key, { ...at, dots: [dot], spots: [at] });
  }
  for (const cell of cells.values()) {
    const count = cell.dots.length;
    if (count < FEWEST) {
      for (const [n, dot] of cell.dots.entries())
        spots.push({ kind: 'car', x: cell.x, y: cell.y, ...cell.spots[n], dot });
      continue;
    }
    const alarms = cell.dots.filter(({ state }) => state === 'alarm').length;
    spots.push({ kind: 'cluster', x: cell.x / count, y: cell.y / count, count, alarms });
  }
  // Alarms are drawn above the rest, and followed cars above these.
  const weight = (spot: MapSpot): number => {
    if (spot.kind !== 'car') return 0;
    return alone.has(spot.dot.id) ? 2 : spot.dot.state === 'alarm' ? 1 : 0;
  };
  return spots.sort((a, b) => weight(a) - weight(b));
};
