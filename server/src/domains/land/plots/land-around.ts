import { type LandAround, type PlotOverlap, plotName } from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { refusalAt } from '#lib/refusal.ts';
import { pluck } from '#lib/values.ts';
import { createYielder } from '#lib/yielder.ts';
import type { EastNorth } from '../boundaries/grids.ts';
import { sharedLand } from '../boundaries/overlap-area.ts';
import { MOST_TOUCHING, plotsAround, plotsTouching, readPolygon, shownRings } from './plot-shapes.repo.ts';
import { plotFacts } from './plots.repo.ts';

/** Plots as papers and lists name them, in the order given. */
const named = async <P extends { id: string }>(db: Db, plots: readonly P[]) => {
  if (plots.length === 0) return [];
  const facts = await plotFacts(db, pluck(plots, 'id'));
  return plots.flatMap((plot) => {
    const found = facts.get(plot.id);
    if (!found) return [];
    const { zone, block, plot_number, state } = found;
    return [{ ...plot, zone, block, plot_number, state }];
  });
};

/** A plot that shares land; the square metres are null where they are not measured. */
export type Overlap = Omit<PlotOverlap, 'boundary'>;

/** Crossings with all plots that touch one boundary, beyond which shared land is not measured. */
const MOST_CROSSINGS = 20_000;

/** Unmeasured shares come first, then the largest. */
const measured = async (
  db: Db,
  metres: readonly EastNorth[],
  touching: readonly { id: string; shape: string | null }[],
): Promise<Overlap[]> => {
  const yieldIfDue = createYielder();
  const shares: Pick<Overlap, 'id' | 'shared_sqm' | 'pieces'>[] = [];
  let left = MOST_CROSSINGS;
  for (const { id, shape } of touching) {
    await yieldIfDue();
    const shared = shape === null ? null : sharedLand(metres, readPolygon(shape), left);
    if (shared === null) shares.push({ id, shared_sqm: null, pieces: [] });
    else if (shared.counts) shares.push({ id, shared_sqm: shared.area_sqm, pieces: shared.pieces });
    left -= shared?.crossings ?? 0;
  }
  return named(
    db,
    shares.sort((a, b) => (b.shared_sqm ?? Infinity) - (a.shared_sqm ?? Infinity) || 0),
  );
};

type Asked = [db: Db, metres: readonly EastNorth[], exceptId: string | null];

/**
 * The plots that share land with a boundary in metres of EPSG:25000, but not `exceptId`: those
 * that are not measured first, then the largest share. Gives way to other calls between two plots.
 */
export const overlapsOf = async (...[db, metres, exceptId]: Asked): Promise<Overlap[]> =>
  measured(db, metres, await plotsTouching(db, metres, exceptId));

/**
 * The same of a boundary that is not stored yet. Refused with 400 `invalid_input` at `boundary`
 * where it touches so many plots, or crosses one so often, that something is not measured.
 */
export const overlapsOfNew = async (...[db, metres, exceptId]: Asked): Promise<Overlap[]> => {
  const touching = await plotsTouching(db, metres, exceptId);
  const wrong = (message: string) => refusalAt('invalid_input', 'boundary', `${message} Please check its points.`);
  if (touching.some(({ shape }) => shape === null)) {
    throw wrong(
      `This boundary touches more than ${MOST_TOUCHING.toLocaleString('en')} plots, or plots of too many points.`,
    );
  }
  const overlaps = await measured(db, metres, touching);
  const crossed = overlaps.find(({ shared_sqm }) => shared_sqm === null);
  if (crossed) throw wrong(`This boundary crosses that of ${plotName(crossed)} more often than any survey does.`);
  return overlaps;
};

/** Overlaps that one answer gives, and the points of their boundaries and of their pieces. */
const MOST_OVERLAPS = 200;
const MOST_POINTS = 20_000;
const MOST_PIECE_POINTS = 10_000;

/** Tells of one piece after the other whether its points still fit. */
const roomFor = (points: number) => {
  let left = points;
  return ({ length }: readonly unknown[]): boolean => {
    if (length > left) return false;
    left -= length;
    return true;
  };
};

const piecesOf = (plots: readonly PlotOverlap[]): number => plots.flatMap(({ pieces }) => pieces).length;

/** Nothing is around a plot without a boundary. */
export const NOTHING_AROUND: LandAround = { overlaps: [], overlaps_left_out: 0, pieces_left_out: 0, neighbours: [] };

/** The overlaps of a boundary, and the plots that lie near it, as far as one answer draws them. */
export const landAround = async (
  db: Db,
  metres: readonly EastNorth[],
  { overlaps: all, exceptId }: { overlaps: readonly Overlap[]; exceptId: string | null },
): Promise<LandAround> => {
  const first = all.slice(0, MOST_OVERLAPS);
  const rings = await shownRings(db, pluck(first, 'id'), MOST_POINTS);
  const given = first.flatMap((plot) => {
    const boundary = rings.get(plot.id);
    return boundary ? [{ ...plot, boundary }] : [];
  });
  const hasRoom = roomFor(MOST_PIECE_POINTS);
  const overlaps = given.map((plot) => ({ ...plot, pieces: plot.pieces.filter(hasRoom) }));
  return {
    overlaps,
    overlaps_left_out: all.length - overlaps.length,
    pieces_left_out: piecesOf(given) - piecesOf(overlaps),
    neighbours: await named(db, await plotsAround(db, metres, exceptId)),
  };
};
