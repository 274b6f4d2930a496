import type { PlotGrid } from '@banbo/contract';
import { wrongBoundary } from './check-boundary.ts';

/** The numbers of the grids in the register of EPSG. */
export const GRID_OF_EPSG: Readonly<Record<string, PlotGrid>> = {
  ...{ 4326: 'degrees', 2136: 'gold_coast_feet', 25000: 'ghana_metres', 32630: 'utm_30', 32631: 'utm_31' },
};

const notRead = (name: string) =>
  wrongBoundary(
    `${name} is not read here. Please give the points in one of EPSG:${Object.keys(GRID_OF_EPSG).join(', ')}.`,
  );

/** The grid of a number of EPSG. Refused with its number where plans in it are not read. */
export const gridOfEpsg = (code: string): PlotGrid => {
  const grid = GRID_OF_EPSG[code];
  if (grid) return grid;
  throw notRead(`EPSG:${code}`);
};

/**
 * The grid of a coordinate system as GeoJSON names it: `EPSG:32630`, `CRS84`, or either at the end
 * of a URN or an address. Refused with its name where it is none of the grids.
 */
export const gridOfName = (name: string): PlotGrid => {
  if (/\bCRS:?84$/i.test(name)) return 'degrees';
  const code = /(\d{4,6})\/?$/.exec(name);
  if (code?.[1] && /\bEPSG[/:]/i.test(name.slice(0, code.index))) return gridOfEpsg(code[1]);
  throw notRead(`The coordinate system “${name.slice(0, 60)}”`);
};
