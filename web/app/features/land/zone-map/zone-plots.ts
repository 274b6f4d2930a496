import { decodeRings, type PlotState, type ZoneMap } from '@banbo/contract';
import type { PlotShape } from '~/components/map/plot-index.ts';

/** A plot of the map; `name` is its number, as the map writes it. */
export type ZonePlot = PlotShape & { block: string };

/** The plots of a zone's map, in their order there. */
export const plotsOfZone = (map: ZoneMap): ZonePlot[] => {
  const rings = decodeRings(map.rings);
  let id = 0;
  return map.plot_number.map((name, n) => {
    id += map.id[n] ?? 0;
    return {
      id: String(id),
      name,
      block: map.blocks[map.block[n] ?? 0] ?? '',
      state: map.states[Number(map.state[n])] ?? 'free',
      ring: rings[n] ?? [],
    };
  });
};

export const countStates = (plots: readonly Pick<ZonePlot, 'state'>[]): Record<PlotState, number> => {
  const counts = { free: 0, applied: 0, held: 0, blocked: 0 };
  for (const { state } of plots) counts[state] += 1;
  return counts;
};

/** A block and number as they stand in lists: `Block B, 147`. */
export const inWords = ({ block, name }: Pick<ZonePlot, 'block' | 'name'>): string =>
  block === '' ? name : `${block}, ${name}`;

const byNumber = new Intl.Collator('en', { numeric: true });

/** The plots by block and number, as people count: 2 before 10. */
export const inOrder = (plots: readonly ZonePlot[]): ZonePlot[] =>
  [...plots].sort((a, b) => byNumber.compare(a.block, b.block) || byNumber.compare(a.name, b.name));

const keyOf = (text: string): string => text.toUpperCase().replace(/[^A-Z0-9]/g, '');

/**
 * The plots whose number, or block and number, begins with the text, without regard to spaces and
 * dashes, or to the word block; those that are just that come first. All for an empty text.
 */
export const findPlots = (plots: readonly ZonePlot[], text: string): readonly ZonePlot[] => {
  const key = keyOf(text);
  if (key === '') return text.trim() === '' ? plots : [];
  const exact: ZonePlot[] = [];
  const others: ZonePlot[] = [];
  for (const plot of plots) {
    const ways = [plot.name, plot.block + plot.name, plot.block.replace(/^block/i, '') + plot.name].map(keyOf);
    if (ways.includes(key)) exact.push(plot);
    else if (ways.some((way) => way.startsWith(key))) others.push(plot);
  }
  return [...exact, ...others];
};
