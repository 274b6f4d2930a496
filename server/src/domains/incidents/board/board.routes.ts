import * as contract from '@banbo/contract';
import type { FastifyRequest } from 'fastify';
import type { Channel } from '#db/connection/channel.ts';
import type { Db } from '#db/database.ts';
import { onEnding } from '#http/drain.ts';
import { callerOf } from '#http/guard.ts';
import type { ApiScope } from '#http/scope.ts';
import { serving } from '#http/serving.ts';
import type { Caller } from '#lib/caller.ts';
import type { IncidentStaff } from '../record/list-incidents.ts';
import { BOARD_HEADERS, boardStreams } from './board-streams.ts';
import { showBoard, showHandover } from './show-board.ts';

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
  const onError = (err: unknown) => app.log.warn({ err }, 'calls for help cannot be read');
  const streams = boardStreams({ ...deps, onError });
  onEnding(app, streams.endAll);
  app.addHook('onClose', streams.stop);
  const { read } = serving(app, deps);
  read(contract.getIncidentBoard, (asked) => showBoard(deps.db, asked, deps.staff));
  read(contract.getShiftHandover, (asked) => showHandover(deps.db, asked, deps.staff));
  app.route({
    ...contract.followBoard,
    handler: async (request, reply) => {
      const check = () => stillCaller(request);
      const retryIn = (seconds: number) => void reply.header('retry-after', seconds);
      return reply.headers(BOARD_HEADERS).send(streams.open({ caller: callerOf(request), check, retryIn }));
    },
  });
};
