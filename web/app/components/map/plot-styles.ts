import type { PlotState } from '@banbo/contract';
import type { Pen } from './canvas-layer.ts';

/** By day and by night. */
type Shade = readonly [day: string, night: string];

/**
 * A state shows by its colour and by how its plot is filled: empty, hatched one way, full, or
 * hatched both ways.
 */
export type PlotStyle = { edge: Shade; fill: Shade; hatch: 'none' | 'rising' | 'crossed' };

export const PLOT_STYLES: Readonly<Record<PlotState, PlotStyle>> = {
  free: { edge: ['#12614a', '#6fd6b2'], fill: ['rgb(255 255 255 / 55%)', 'rgb(111 214 178 / 8%)'], hatch: 'none' },
  applied: { edge: ['#8a5a00', '#f0c35a'], fill: ['rgb(255 214 110 / 45%)', 'rgb(240 195 90 / 16%)'], hatch: 'rising' },
  held: { edge: ['#1d4f91', '#8ab8f2'], fill: ['rgb(60 118 190 / 60%)', 'rgb(66 120 190 / 65%)'], hatch: 'none' },
  blocked: { edge: ['#c62828', '#ff8a80'], fill: ['rgb(255 190 185 / 60%)', 'rgb(198 40 40 / 35%)'], hatch: 'crossed' },
};

/** Pixels of a hatch's square. */
export const HATCH = 7;

/** The lines of a hatch within its square; their ends overlap at the corners. */
export const HATCH_LINES: Readonly<Record<PlotStyle['hatch'], readonly (readonly [number, number, number, number])[]>> =
  {
    none: [],
    rising: [[-1, HATCH + 1, HATCH + 1, -1]],
    crossed: [
      [-1, HATCH + 1, HATCH + 1, -1],
      [-1, -1, HATCH + 1, HATCH + 1],
    ],
  };

/** A state's fill for a pen; a plain colour where it has no hatch. */
export const fillOf = (pen: Pen, { edge, fill, hatch }: PlotStyle, isNight: boolean, ratio: number) => {
  const shade = isNight ? 1 : 0;
  if (hatch === 'none') return fill[shade];
  const tile = document.createElement('canvas');
  tile.width = HATCH * ratio;
  tile.height = HATCH * ratio;
  const draw = tile.getContext('2d');
  if (!draw) return fill[shade];
  draw.scale(ratio, ratio);
  draw.fillStyle = fill[shade];
  draw.fillRect(0, 0, HATCH, HATCH);
  draw.strokeStyle = edge[shade];
  draw.lineWidth = 1.1;
  for (const [fromX, fromY, toX, toY] of HATCH_LINES[hatch]) {
    draw.beginPath();
    draw.moveTo(fromX, fromY);
    draw.lineTo(toX, toY);
    draw.stroke();
  }
  return pen.createPattern(tile, 'repeat') ?? fill[shade];
};
