import type { Readable } from 'node:stream';
import { type LiveBegun, type LiveChange, topicsOf } from '@banbo/contract';
import type { Caller } from '#lib/caller.ts';
import { callerStream, eventText } from './caller-stream.ts';
import type { Follower } from './event-feed.ts';
import type { Position } from './events.repo.ts';

const ID_FORM = /^(\d{1,19})-(\d{1,18})$/;

/** The position that a stream's `Last-Event-ID` names; null for any other text. */
export const positionOf = (text: unknown): Position | null => {
  const [, xid, id] = (typeof text === 'string' && ID_FORM.exec(text)) || [];
  return xid === undefined || id === undefined ? null : { xid, id };
};

type Options = {
  caller: Caller;
  /** The caller's present state; null once they may not listen. */
  check: () => Promise<Caller | null>;
};

export type LiveStream = { stream: Readable; follower: Follower; end: () => void };

const idOf = (last: Position | null): string | null => (last ? `${last.xid}-${last.id}` : null);

/** The stream of one caller with the topics that they may hear of. */
export const liveStream = (options: Options): LiveStream => {
  const known = new Set<string>(topicsOf(options.caller));
  const { stream, write, isGone, end } = callerStream(options);
  return {
    stream,
    end,
    follower: {
      begun: (resumed, last) => write(eventText('begun', idOf(last), { resumed } satisfies LiveBegun)),
      changed: (topics, last) => {
        const own = topics.filter((topic) => known.has(topic));
        if (own.length > 0) write(eventText('changed', idOf(last), { topics: own } satisfies LiveChange));
      },
      missed: (last) => write(eventText('missed', idOf(last), {})),
      isGone,
    },
  };
};
