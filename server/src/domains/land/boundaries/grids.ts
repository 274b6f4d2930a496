import type { LonLat, PlotGrid } from '@banbo/contract';
import proj4 from 'proj4';

/** East and north, in the unit of a grid. */
export type EastNorth = [number, number];

const PROJECTION = '+proj=tmerc +lat_0=4.66666666666667 +lon_0=-1 +k=0.99975';

/** Other strings for these grids circulate, hundreds of metres apart; the tests hold these. */
const DEFINITIONS: Readonly<Record<Exclude<PlotGrid, 'degrees'>, string>> = {
  gold_coast_feet: `${PROJECTION} +x_0=274319.739163358 +y_0=0 +a=6378300 +rf=296 +towgs84=-170,33,326,0,0,0,0 +to_meter=0.304799710181509 +no_defs`,
  ghana_metres: `${PROJECTION} +x_0=274319.51 +y_0=0 +ellps=clrk80 +towgs84=-130,29,364,0,0,0,0 +units=m +no_defs`,
  utm_30: '+proj=utm +zone=30 +datum=WGS84 +units=m +no_defs',
  utm_31: '+proj=utm +zone=31 +datum=WGS84 +units=m +no_defs',
};

/** Metres in a Gold Coast foot, slightly shorter than the international one of 0.3048 m. */
export const GOLD_COAST_FOOT = 0.304799710181509;

const converters = {
  gold_coast_feet: proj4(DEFINITIONS.gold_coast_feet),
  ghana_metres: proj4(DEFINITIONS.ghana_metres),
  utm_30: proj4(DEFINITIONS.utm_30),
  utm_31: proj4(DEFINITIONS.utm_31),
};

const pair = ([first = Number.NaN, second = Number.NaN]: readonly number[]): EastNorth => [first, second];

/** East and north in the grid's unit. Degrees stay as they are. */
export const toGrid = (grid: PlotGrid, lonLat: LonLat): EastNorth =>
  grid === 'degrees' ? lonLat : pair(converters[grid].forward([...lonLat]));

/** Longitude and latitude of a point of a grid. Degrees stay as they are. */
export const fromGrid = (grid: PlotGrid, [east, north]: EastNorth): LonLat => {
  if (grid === 'degrees') return [east, north];
  const inverse = (point: EastNorth): LonLat => pair(converters[grid].inverse([...point]));
  // The shift of the datum alone comes back some millimetres away, since it leaves heights out.
  const [backEast, backNorth] = toGrid(grid, inverse([east, north]));
  return inverse([2 * east - backEast, 2 * north - backNorth]);
};

/** Metres of EPSG:25000, the plane of all areas and overlaps. */
export const toMetres = (lonLat: LonLat): EastNorth => toGrid('ghana_metres', lonLat);
