import { type Box, followTrackers, listTrackerPlaces, type TrackerDots, type TrackersMoved } from '@banbo/contract';
import { call, request } from '~/lib/api/api.ts';
import { keepStream } from '~/lib/live/follow.ts';

export type Hears = {
  /** All cars of the view, at the beginning and after each loss. */
  all: (dots: TrackerDots) => void;
  moved: (moved: TrackersMoved) => void;
  /** True while changes are told. */
  live: (isLive: boolean) => void;
};

/**
 * Follows the cars in a view, and some wherever they are, until the signal aborts. Each connection
 * begins with all cars of the view, so nothing is missed between two.
 */
export const followView = (
  signal: AbortSignal,
  { box, follow }: { box: Box; follow: readonly string[] },
  hears: Hears,
): Promise<void> =>
  keepStream(signal, {
    open: async (attempt) => {
      const dots = await call(listTrackerPlaces, { query: box, signal: attempt });
      hears.all(dots);
      const query = { ...box, since: dots.at, ...(follow.length > 0 && { follow: follow.join(',') }) };
      return request(followTrackers, { query, signal: attempt });
    },
    heard: ({ name, data }) => {
      if (name === 'begun') hears.live(true);
      if (name === 'places') hears.moved(JSON.parse(data) as TrackersMoved);
    },
    lost: () => hears.live(false),
  });

/** Part of a view that is followed beyond each edge, so that small moves need no new stream. */
const BEYOND = 0.25;
/** A view that is this many times smaller than the followed one is followed by itself. */
const MUCH_SMALLER = 20;

const areaOf = ({ west, south, east, north }: Box): number => (east - west) * (north - south);

const roundedTo = (degrees: number, most: number): number =>
  Math.max(-most, Math.min(most, Math.round(degrees * 1e4) / 1e4));

/** The box to follow for a view: `held` while it still serves, otherwise one around the view. */
export const boxFor = (view: Box, held: Box | null): Box => {
  if (
    held &&
    view.west >= held.west &&
    view.east <= held.east &&
    view.south >= held.south &&
    view.north <= held.north &&
    areaOf(held) < areaOf(view) * MUCH_SMALLER
  )
    return held;
  const [width, height] = [(view.east - view.west) * BEYOND, (view.north - view.south) * BEYOND];
  return {
    west: roundedTo(view.west - width, 180),
    south: roundedTo(view.south - height, 90),
    east: roundedTo(view.east + width, 180),
    north: roundedTo(view.north + height, 90),
  };
};
