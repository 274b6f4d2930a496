import type { Readable } from 'node:stream';
import { EVENT_HEADERS, eventText, placedStream, streamPlaces } from '#domains/live';
import type { Caller } from '#lib/caller.ts';
import { type BoardFeedOptions, boardFeed } from './board-feed.ts';

export { EVENT_HEADERS as BOARD_HEADERS };

type Asking = {
  caller: Caller;
  /** The caller's present state; null once they may not listen. */
  check: () => Promise<Caller | null>;
  /** Called with seconds before a refusal for too many streams. */
  retryIn: (seconds: number) => void;
};

/** The streams of this server's pages that show the board. */
export const boardStreams = (options: BoardFeedOptions) => {
  const feed = boardFeed(options);
  const places = streamPlaces();
  return {
    /** The stream of one page. Refuses with 429 beside many others, or 503 at the end. */
    open: ({ caller, check, retryIn }: Asking): Readable => {
      const { stream, write, isGone } = placedStream({ places, caller, check, retryIn });
      write(eventText('begun', null, {}));
      feed.follow({
        accountId: caller.accountId,
        board: (signal) => write(eventText('board', null, signal)),
        beat: (at) => write(eventText('beat', null, { at })),
        isGone,
      });
      return stream;
    },
    endAll: places.endAll,
    stop: feed.stop,
  };
};
