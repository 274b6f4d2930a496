import type { DrawnPlot, PlotOverlap } from '@banbo/contract';
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

/** The land that a boundary shares with other plots, and the plots near it. */
export type LandAround = { overlaps: PlotOverlap[]; neighbours: DrawnPlot[] };

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

/** The overlaps of a boundary, and the plots that lie near it. */
export const landAround = async (
  db: Db,
  metres: readonly EastNorth[],
  exceptId: string | null,
): Promise<LandAround> => ({
  overlaps: await overlapsOf(db, metres, exceptId),
  neighbours: await drawn(db, await plotsAround(db, metres, exceptId)),
});
