import { followTrackers, holds, listTrackerPlaces, listTrackers, showTracker } from '@banbo/contract';
import type { FastifyRequest } from 'fastify';
import { onEnding } from '#http/drain.ts';
import { callerOf } from '#http/guard.ts';
import type { ApiScope } from '#http/scope.ts';
import { serving } from '#http/serving.ts';
import type { Caller } from '#lib/caller.ts';
import { dotsWithin, linesOf, presentTracker } from './show-trackers.ts';
import { VIEW_HEADERS, type ViewDeps, viewStreams } from './view-stream.ts';

export type MapDeps = ViewDeps & {
  /** The caller's present state; null once they may not call any more. */
  stillCaller: (request: FastifyRequest) => Promise<Caller | null>;
};

/** The map of trackers: its list, its dots, and what moves. */
export const mapRoutes = (app: ApiScope, { stillCaller, ...deps }: MapDeps): void => {
  const onError = (err: unknown) => app.log.warn({ err }, 'where trackers are cannot be read');
  const { board, silence, noteLooks, open, endAll, stop } = viewStreams({ ...deps, onError });
  onEnding(app, endAll);
  app.addHook('onClose', stop);
  const { read, show } = serving(app, deps);

  read(listTrackers, async ({ query, now: at }) => {
    await board.freshen();
    return linesOf(board, query, await silence(), at);
  });
  read(listTrackerPlaces, async ({ query, now: at }) => {
    await board.freshen();
    return dotsWithin(board, query, await silence(), at);
  });
  show(showTracker, 'car with a tracker', async (_, { id, by, now: at }) => {
    await noteLooks(by, [id]);
    const car = board.cars().get(id);
    const emergency = car && holds(by, 'incidents.read') ? board.emergencyOf(car) : undefined;
    return car && presentTracker(car, { place: board.placeOf(car), emergency }, await silence(), at);
  });
  app.route({
    ...followTrackers,
    handler: async (request, reply) => {
      const { since, follow, ...box } = request.query;
      const caller = callerOf(request);
      await noteLooks(caller, follow?.split(',') ?? []);
      const check = () => stillCaller(request);
      const retryIn = (seconds: number) => void reply.header('retry-after', seconds);
      const stream = open({ box, follow, since }, { caller, check, retryIn });
      return reply.headers(VIEW_HEADERS).send(stream);
    },
  });
};
