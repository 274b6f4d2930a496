import type { DrawnPlot, LandAround, PlotOverlap } from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { pluck } from '#lib/values.ts';
import type { EastNorth } from '../boundaries/grids.ts';
import { sharedLand } from '../boundaries/overlap-area.ts';
import { plotsAround, plotsTouching, type StoredShape } from './plot-shapes.repo.ts';
import { plotFacts } from './plots.repo.ts';

type Drawn = Pick<StoredShape, 'id' | 'boundary'>;

/** Plots as maps draw them, in the order given. */
const drawn = async <P extends Drawn>(db: Db, plots: readonly P[]): Promise<(P & DrawnPlot)[]> => {
  if (plots.length === 0) return [];
  const facts = await plotFacts(db, pluck(plots, 'id'));
  return plots.flatMap((plot) => {
    const found = facts.get(plot.id);
    if (!found) return [];
    const { zone, block, plot_number, state } = found;
    return [{ ...plot, zone, block, plot_number, state }];
  });
};

/** Overlaps that one answer gives, and the points of their boundaries and of their pieces. */
const MOST_OVERLAPS = 200;
const MOST_POINTS = 20_000;
const MOST_PIECE_POINTS = 10_000;

/** Tells of one ring after the other whether its points still fit. */
const roomFor = (points: number) => {
  let left = points;
  return ({ length }: readonly unknown[]): boolean => {
    if (length > left) return false;
    left -= length;
    return true;
  };
};

/**
 * The plots that share land with a boundary in metres of EPSG:25000, the largest share first, but
 * not `exceptId`.
 */
export const overlapsOf = async (
  db: Db,
  metres: readonly EastNorth[],
  exceptId: string | null,
): Promise<PlotOverlap[]> => {
  const touching = await plotsTouching(db, metres, exceptId);
  const shared = touching.flatMap(({ id, boundary, metres: other }) => {
    const { area_sqm, counts, pieces } = sharedLand(metres, other);
    return counts ? [{ id, boundary, shared_sqm: area_sqm, pieces }] : [];
  });
  return drawn(
    db,
    shared.sort((a, b) => b.shared_sqm - a.shared_sqm),
  );
};

const piecesOf = (plots: readonly PlotOverlap[]): number => plots.flatMap(({ pieces }) => pieces).length;

/** Nothing is around a plot without a boundary. */
export const NOTHING_AROUND: LandAround = { overlaps: [], overlaps_left_out: 0, pieces_left_out: 0, neighbours: [] };

/** The overlaps of a boundary, and the plots that lie near it, as far as one answer draws them. */
export const landAround = async (
  db: Db,
  metres: readonly EastNorth[],
  exceptId: string | null,
): Promise<LandAround> => {
  const all = await overlapsOf(db, metres, exceptId);
  const [hasRoom, hasRoomForPiece] = [roomFor(MOST_POINTS), roomFor(MOST_PIECE_POINTS)];
  const given = all.slice(0, MOST_OVERLAPS).filter(({ boundary }) => hasRoom(boundary));
  const overlaps = given.map((plot) => ({ ...plot, pieces: plot.pieces.filter(hasRoomForPiece) }));
  return {
    overlaps,
    overlaps_left_out: all.length - overlaps.length,
    pieces_left_out: piecesOf(given) - piecesOf(overlaps),
    neighbours: await drawn(db, await plotsAround(db, metres, exceptId)),
  };
};
