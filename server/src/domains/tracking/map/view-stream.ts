import type { Readable } from 'node:stream';
import { type Box, holds, type TrackersMoved } from '@banbo/contract';
import type { Db } from '#db/database.ts';
import type { LateNotes } from '#db/late-notes.ts';
import { fittedDevices } from '#domains/devices';
import { owners } from '#domains/drivers';
import { EVENT_HEADERS, eventText, placedStream, streamPlaces } from '#domains/live';
import type { KeptSite } from '#domains/site';
import type { Caller } from '#lib/caller.ts';
import { notePlaceLook } from '../traces/note-looks.ts';
import type { EmergenciesOf } from './quiet-alarms.ts';
import type { Silence } from './show-trackers.ts';
import { type TrackerBoard, trackerBoard } from './tracker-board.ts';
import { trackerFeed } from './tracker-feed.ts';

/** Unsent bytes after which a page counts as gone; one of all cars is estimated at a megabyte. */
const MOST_WAITING = 4 * 1024 * 1024;

export { EVENT_HEADERS as VIEW_HEADERS };

type View = { box: Box; follow: string | undefined; since: string | undefined };
type Asking = {
  caller: Caller;
  /** The caller's present state; null once they may not listen. */
  check: () => Promise<Caller | null>;
  /** Called with seconds before a refusal for too many streams. */
  retryIn: (seconds: number) => void;
};

export type ViewStreams = {
  board: TrackerBoard;
  /** The company's minutes of silence that worry. */
  silence: () => Promise<Silence>;
  /** Notes that the caller looks closely at cars, of those that have a tracker. */
  noteLooks: (caller: Caller, driverIds: readonly string[]) => Promise<void>;
  /** The stream of one page. Refuses with 429 beside many others, or 503 while the server ends. */
  open: (view: View, asking: Asking) => Readable;
  endAll: () => void;
  stop: () => Promise<void>;
};

export type ViewDeps = {
  db: Db;
  notes: LateNotes;
  now: () => Date;
  site: Pick<KeptSite, 'read'>;
  emergenciesOf: EmergenciesOf;
};
type Options = ViewDeps & { onError: (error: unknown) => void };

/** The board of cars of this server, and the streams of those who follow it. */
export const viewStreams = ({ db, notes, now, site, emergenciesOf, onError }: Options): ViewStreams => {
  const board = trackerBoard({ db, relations: { fitted: fittedDevices, drivers: owners }, emergenciesOf, now });
  const silence = async (): Promise<Silence> => ({ silentMinutes: (await site.read()).silent_minutes });
  const feed = trackerFeed({ board, silence, now, onError });
  const places = streamPlaces();
  return {
    board,
    silence,
    noteLooks: async (caller, driverIds) => {
      await board.freshen();
      for (const id of driverIds) if (board.cars().has(id)) await notePlaceLook(notes, { id, by: caller, now: now() });
    },
    open: ({ box, follow = '', since }, { caller, check, retryIn }) => {
      const options = { places, caller, check, retryIn, mostWaiting: MOST_WAITING };
      const { stream, write, isBehind, isGone } = placedStream(options);
      write(eventText('begun', null, {}));
      feed.follow({
        box,
        follow: new Set(follow.split(',')),
        since: since === undefined ? null : new Date(since),
        seesEmergencies: holds(caller, 'incidents.read'),
        send: (moved: TrackersMoved) => write(eventText('places', null, moved)),
        isBehind,
        isGone,
      });
      return stream;
    },
    endAll: places.endAll,
    stop: feed.stop,
  };
};
