import type { Channel } from '#db/connection/channel.ts';
import type { Db } from '#db/database.ts';
import { outsideCalls } from '#lib/call-id.ts';
import { type Batch, eventsAfter, isEventKept, type Position, presentPosition } from './events.repo.ts';

/** Milliseconds between polls without a notification: a server may have died after its commit. */
const POLL_MS = 2_000;
/** Milliseconds until the next poll for events of running transactions. */
const BEHIND_RUNNING_MS = 100;

export type Follower = {
  begun: (resumed: boolean, last: Position | null) => void;
  changed: (topics: readonly string[], last: Position) => void;
  missed: (last: Position | null) => void;
  isGone: () => boolean;
};

export type EventFeed = {
  /** Sends all events from now on, or after `after` if it is still kept, until the end. */
  follow: (follower: Follower, after: Position | null) => Promise<void>;
  stop: () => Promise<void>;
};

type FeedOptions = {
  db: Db;
  channel: Channel;
  /** Called for the first failed poll in a row. */
  onError: (error: unknown) => void;
};

/** Reads the events once for all followers on this server; without followers it reads nothing. */
export const eventFeed = ({ db, channel, onError }: FeedOptions): EventFeed => {
  const followers = new Set<Follower>();
  /** All followers have the events up to here; a new object for each step. */
  let horizon: Position = { xid: '0', id: '0' };
  let unlisten: (() => void) | null = null;
  let isLost = false;
  let hasFailed = false;
  let isStopped = false;
  let polling: Promise<void> | null = null;
  let isAsked = false;
  let timer: NodeJS.Timeout | undefined;

  const pollIn = (ms: number): void => {
    clearTimeout(timer);
    if (isStopped || followers.size === 0) return;
    timer = outsideCalls(() => setTimeout(poll, ms));
    timer.unref();
  };

  const forgetGone = (): void => {
    for (const one of followers) if (one.isGone()) followers.delete(one);
  };

  const step = async (): Promise<Batch['more']> => {
    if (isLost) {
      isLost = false;
      const { position, last } = await presentPosition(db);
      horizon = position;
      for (const one of followers) one.missed(last);
    }
    const { topics, last, more } = await eventsAfter(db, horizon);
    if (last) {
      horizon = last;
      for (const one of followers) one.changed(topics, last);
    }
    return more;
  };

  const pollUntilDone = async (): Promise<void> => {
    let next = POLL_MS;
    try {
      let more: Batch['more'] = 'now';
      while (more === 'now' || isAsked) {
        isAsked = false;
        more = await step();
      }
      hasFailed = false;
      if (more === 'later') next = BEHIND_RUNNING_MS;
    } catch (error) {
      isAsked = false;
      if (!hasFailed) onError(error);
      hasFailed = true;
    }
    forgetGone();
    pollIn(next);
  };

  const poll = (): void => {
    isAsked = true;
    if (isStopped || followers.size === 0) return;
    polling ??= pollUntilDone().finally(() => {
      polling = null;
    });
  };

  /** Sends one follower the events after the position until it has caught up. */
  const catchUp = async (follower: Follower, from: Position): Promise<void> => {
    let position = from;
    let seen: Position;
    let more: Batch['more'];
    do {
      seen = horizon;
      const batch = await eventsAfter(db, position);
      more = batch.more;
      if (batch.last) {
        position = batch.last;
        follower.changed(batch.topics, position);
      }
    } while (more === 'now' || seen !== horizon);
    followers.add(follower);
  };

  return {
    follow: async (follower, after) => {
      unlisten ??= channel.listen({
        heard: poll,
        regained: () => {
          isLost = true;
          poll();
        },
      });
      const resumed = after !== null && (await isEventKept(db, after));
      const present = await presentPosition(db);
      forgetGone();
      if (followers.size === 0) horizon = present.position;
      follower.begun(resumed, resumed ? after : present.last);
      await catchUp(follower, resumed ? after : present.position);
      pollIn(0);
    },
    stop: async () => {
      isStopped = true;
      clearTimeout(timer);
      unlisten?.();
      await polling;
    },
  };
};
