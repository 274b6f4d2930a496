import type { Channel } from '#db/connection/channel.ts';
import type { Db } from '#db/database.ts';
import { type Batch, deleteOldEvents, eventsAfter, isKept, type Position, presentPosition } from './events.repo.ts';

/** Milliseconds between looks without a word: a server may have died between its commit and its word. */
const POLL_MS = 2_000;
/** Milliseconds until the next poll for events behind a transaction that still runs. */
const BEHIND_RUNNING_MS = 100;

export type Follower = {
  begun: (resumed: boolean, last: Position | null) => void;
  changed: (topics: readonly string[], last: Position) => void;
  /** Events may be lost: anything may have changed. */
  missed: (last: Position | null) => void;
  isGone: () => boolean;
};

export type EventFeed = {
  /** Tells the follower of every event from now on, or after `after` as far as it is kept, until it is gone. */
  follow: (follower: Follower, after: Position | null) => Promise<void>;
  /** Looks for events no more. */
  stop: () => Promise<void>;
};

type FeedOptions = {
  db: Db;
  channel: Channel;
  /** Hears of the first poll in a row that failed. */
  onError: (error: unknown) => void;
};

/** Reads the events once for all who follow them on this server. It reads nothing while nobody does. */
export const eventFeed = ({ db, channel, onError }: FeedOptions): EventFeed => {
  const followers = new Set<Follower>();
  /** All followers were told of the events up to here. A new object at each step, so that a step is seen. */
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
    timer = setTimeout(poll, ms);
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

  /** Tells one follower what comes after the position, until it has heard as much as all others. */
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
      const resumed = after !== null && (await isKept(db, after));
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

/** Removes events that nobody goes on from: whoever was away for an hour looks at everything anew. */
export const clearOldEvents = (db: Db): Promise<void> => deleteOldEvents(db);
