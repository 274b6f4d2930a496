import type { Box, TrackersMoved } from '@banbo/contract';
import { outsideCalls } from '#lib/call-id.ts';
import { dotsOf, isInBox, presentTracker, type Silence } from './show-trackers.ts';
import type { MovedPlace, TrackerBoard } from './tracker-board.ts';
import type { NewestPlace } from './trackers.repo.ts';

/** Milliseconds between two reads, and so between two messages to a page. */
const STEP_MS = 1_000;
/** Milliseconds after which the cars are read again while pages follow. */
const CARS_MS = 10_000;
/** Milliseconds before `since` from which the first message has places: clocks may differ. */
const BEFORE_SINCE_MS = 5_000;

/** A page that follows a view of the map. */
export type ViewFollower = {
  box: Box;
  /** Drivers' numbers that it follows anywhere. */
  follow: ReadonlySet<string>;
  seesEmergencies: boolean;
  /** Has the places from this moment on; all in the view when absent. */
  since: Date | null;
  send: (moved: TrackersMoved) => void;
  /** True while it has not taken the last message; it gets the newest places once it has. */
  isBehind: () => boolean;
  isGone: () => boolean;
};

export type TrackerFeed = {
  follow: (follower: ViewFollower) => void;
  stop: () => Promise<void>;
};

type Options = {
  board: TrackerBoard;
  silence: () => Promise<Silence>;
  now: () => Date;
  /** Called for the first failed read in a row. */
  onError: (error: unknown) => void;
};

type Waiting = { follower: ViewFollower; devices: Set<string>; isNew: boolean };

/**
 * Tells followers of places that changed in their view, each at most once a second. Reads once a
 * second for all of them, and nothing while nobody follows.
 */
export const trackerFeed = ({ board, silence, now, onError }: Options): TrackerFeed => {
  const waiting = new Set<Waiting>();
  let timer: NodeJS.Timeout | undefined;
  let stepping: Promise<void> | null = null;
  let hasFailed = false;
  let isStopped = false;
  let unlisten: (() => void) | null = null;

  const concerns = ({ box, follow }: ViewFollower, { place, before }: MovedPlace): boolean => {
    if (isInBox(box, place) || (before !== undefined && isInBox(box, before))) return true;
    const driver = board.carOfDevice(place.device_id)?.driver_id;
    return driver !== undefined && follow.has(driver);
  };

  const hear = (moved: readonly MovedPlace[]): void => {
    for (const { follower, devices } of waiting) {
      for (const one of moved) if (concerns(follower, one)) devices.add(one.place.device_id);
    }
  };

  /** Adds the places that came between the page's own read and its stream. */
  const catchUp = ({ follower, devices }: Waiting): void => {
    const from = follower.since === null ? null : follower.since.getTime() - BEFORE_SINCE_MS;
    const add = (place: NewestPlace | undefined): void => {
      if (!place || (from !== null && place.received_at.getTime() < from)) return;
      if (concerns(follower, { place, before: undefined })) devices.add(place.device_id);
    };
    for (const car of board.cars().values()) add(board.placeOf(car));
  };

  const tell = (one: Waiting, limit: Silence, at: Date): void => {
    const { follower, devices } = one;
    if (devices.size === 0 || follower.isBehind()) return;
    const placed = [...devices].flatMap((id) => {
      const car = board.carOfDevice(id);
      const place = car && board.placeOf(car);
      return car && place ? [{ car, place }] : [];
    });
    devices.clear();
    if (placed.length === 0) return;
    const followed = placed.filter(({ car }) => follower.follow.has(car.driver_id));
    follower.send({
      ...dotsOf(placed, limit, at),
      followed: followed.map(({ car, place }) => {
        const emergency = follower.seesEmergencies ? board.emergencyOf(car) : undefined;
        return presentTracker(car, { place, emergency }, limit, at);
      }),
    });
  };

  const step = async (): Promise<void> => {
    for (const one of waiting) if (one.follower.isGone()) waiting.delete(one);
    if (waiting.size === 0) return;
    try {
      await board.freshen([...waiting].some(({ isNew }) => isNew) ? 0 : CARS_MS);
      const limit = await silence();
      for (const one of waiting) {
        if (one.isNew) catchUp(one);
        one.isNew = false;
        tell(one, limit, now());
      }
      hasFailed = false;
    } catch (error) {
      if (!hasFailed) onError(error);
      hasFailed = true;
    }
  };

  /** The next step begins a second after this one has ended: a slow read brings no two at once. */
  const stepIn = (ms: number): void => {
    if (isStopped || timer !== undefined) return;
    timer = outsideCalls(() =>
      setTimeout(() => {
        stepping = step().finally(() => {
          timer = undefined;
          stepping = null;
          if (waiting.size > 0) stepIn(STEP_MS);
          else {
            unlisten?.();
            unlisten = null;
          }
        });
      }, ms),
    );
    timer.unref();
  };

  return {
    follow: (follower) => {
      waiting.add({ follower, devices: new Set(), isNew: true });
      unlisten ??= board.onMoved(hear);
      stepIn(0);
    },
    stop: async () => {
      isStopped = true;
      clearTimeout(timer);
      unlisten?.();
      await stepping;
    },
  };
};
