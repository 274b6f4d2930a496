import { followLive, holds } from '@banbo/contract';
import { currentSession, onSessionChange } from '../session/session-store.ts';
import { follow } from './follow.ts';

/** `live`: changes are told; `lost`: reconnecting; `off`: for people without a stream. */
export type StreamState = 'off' | 'connecting' | 'live' | 'lost';

type Follower = { topics: readonly string[]; changed: () => void };

const followers = new Set<Follower>();
const watchers = new Set<() => void>();
let state: StreamState = 'off';
let reader: string | null = null;
let current: AbortController | null = null;

const setState = (next: StreamState): void => {
  state = next;
  for (const tell of watchers) tell();
};

const tellFollowers = (has: (topic: string) => boolean): void => {
  for (const { topics, changed } of [...followers]) if (topics.some(has)) changed();
};

const begin = (): void => {
  const mine = new AbortController();
  const own = (work: () => void) => () => current === mine && work();
  current = mine;
  setState('connecting');
  follow(mine.signal, {
    begun: (resumed) => {
      if (current !== mine) return;
      setState('live');
      // Pages may show data from before the stream began.
      if (!resumed) tellFollowers(() => true);
    },
    changed: (topics) => current === mine && tellFollowers((topic) => topics.includes(topic)),
    lost: own(() => setState('lost')),
  }).catch(own(() => setState('lost')));
};

/** Those who may follow changes: all staff, and no auditor. */
const staffId = (): string | null => {
  const session = currentSession();
  return session?.kind === 'staff' && holds(session, followLive.access) ? session.user : null;
};

/** Keeps one stream while staff are signed in and the page has listeners. */
const adjust = (): void => {
  const wanted = followers.size + watchers.size > 0 ? staffId() : null;
  if (wanted === reader) return;
  reader = wanted;
  current?.abort();
  current = null;
  if (wanted === null) setState('off');
  else begin();
};

onSessionChange(adjust);

/** Calls `changed` when data of the topics may have changed. Returns the function that stops it. */
export const onLive = (topics: readonly string[], changed: () => void): (() => void) => {
  const follower = { topics, changed };
  followers.add(follower);
  adjust();
  return () => {
    followers.delete(follower);
    adjust();
  };
};

export const liveState = (): StreamState => state;

export const onLiveState = (watcher: () => void): (() => void) => {
  watchers.add(watcher);
  adjust();
  return () => {
    watchers.delete(watcher);
    adjust();
  };
};
