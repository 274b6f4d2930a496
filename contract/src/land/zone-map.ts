import { z } from 'zod';
import { endpointsOf } from '../common/endpoint.ts';
import { Id } from '../common/fields.ts';
import { PLOT_STATES } from './plot-list.ts';

const endpoint = endpointsOf('land');

/** A zone's map shows at most so many plots. */
export const MOST_MAPPED_PLOTS = 25_000;
/** And at most so many corners of them, which are the weight of a map. */
export const MOST_MAPPED_CORNERS = 500_000;

const count = z.int().min(0);

/** Columns with a value for each plot, in the order of their record numbers. */
const columns = {
  /** Record numbers, each less the one before it. */
  id: z.array(z.int().min(1)),
  plot_number: z.array(z.string()),
  /** The place of the plot's block in `blocks`. */
  block: z.array(count),
  /** The place of the plot's state in `states`, as one digit a plot. */
  state: z.string().regex(/^\d*$/),
  /** The boundaries, as `encodeRings` writes them. */
  rings: z.string(),
};

/** Every plot of a zone that has a boundary. */
export const ZoneMap = z.object({
  zone_id: Id,
  states: z.array(z.enum(PLOT_STATES)),
  /** Blocks by name; empty text for plots without one. */
  blocks: z.array(z.string()),
  ...columns,
  /** Plots of the zone that no surveyor's plan places yet. */
  without_boundary: count,
  /** Plots with a boundary that the map has no room for. */
  left_out: count,
});
export type ZoneMap = z.infer<typeof ZoneMap>;

export const getZoneMap = endpoint('GET /zone_map', 'land.read', {
  summary: 'All plots of a zone that have a boundary, with their state, for a map',
  description:
    `Columns of equal length, at most ${MOST_MAPPED_PLOTS.toLocaleString('en')} plots with ` +
    `${MOST_MAPPED_CORNERS.toLocaleString('en')} corners; \`left_out\` counts the others. \`rings\` has a boundary for each ` +
    'plot with spaces between them: corners in millionths of a degree, longitude first, each less the corner before it, as ' +
    'zigzag numbers in signs of base64url with the lowest five bits first. The last corner is left out where it is the first.',
  query: z.strictObject({ zone_id: Id }),
  errors: ['not_found'],
  etag: true,
  answer: ZoneMap,
});

export const zoneMapEndpoints = { getZoneMap } as const;
