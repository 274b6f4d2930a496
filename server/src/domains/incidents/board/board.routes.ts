import * as contract from '@banbo/contract';
import type { FastifyRequest } from 'fastify';
import type { Channel } from '#db/connection/channel.ts';
import type { Db } from '#db/database.ts';
import { callerStream, EVENT_HEADERS, eventText, streamPlaces } from '#domains/live';
import { onEnding } from '#http/drain.ts';
import { callerOf } from '#http/guard.ts';
import type { ApiScope } from '#http/scope.ts';
import { serving } from '#http/serving.ts';
import type { Caller } from '#lib/caller.ts';
import { boardFeed } from './board-feed.ts';
import { type IncidentStaff, showBoard } from './show-board.ts';

export type BoardDeps = {
  db: Db;
  now: () => Date;
  channel: Channel;
  staff: IncidentStaff;
  /** The caller's present state; null once they may not call any more. */
  stillCaller: (request: FastifyRequest) => Promise<Caller | null>;
};

/** The board of open calls for help, and what rings. */
export const boardRoutes = (app: ApiScope, { stillCaller, ...deps }: BoardDeps): void => {
  const feed = boardFeed({ ...deps, onError: (err) => app.log.warn({ err }, 'calls for help cannot be read') });
  const places = streamPlaces();
  onEnding(app, places.endAll);
  app.addHook('onClose', () => feed.stop());
  const { read } = serving(app, deps);
  read(contract.getIncidentBoard, (asked) => showBoard(deps.db, asked, deps.staff));
  app.route({
    ...contract.followBoard,
    handler: async (request, reply) => {
      const caller = callerOf(request);
      const { stream, write, isGone, end } = callerStream({ caller, check: () => stillCaller(request) });
      try {
        stream.once(
          'close',
          places.take(caller, (seconds) => void reply.header('retry-after', seconds), end),
        );
      } catch (error) {
        stream.destroy();
        throw error;
      }
      write(eventText('begun', null, {}));
      feed.follow({
        accountId: caller.accountId,
        board: (signal) => write(eventText('board', null, signal)),
        beat: (at) => write(eventText('beat', null, { at })),
        isGone,
      });
      return reply.headers(EVENT_HEADERS).send(stream);
    },
  });
};
