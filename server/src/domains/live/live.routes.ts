import { followLive } from '@banbo/contract';
import type { FastifyRequest } from 'fastify';
import type { Channel } from '#db/connection/channel.ts';
import type { Db } from '#db/database.ts';
import { onEnding } from '#http/drain.ts';
import { callerOf } from '#http/guard.ts';
import type { ApiScope } from '#http/scope.ts';
import type { Caller } from '#lib/caller.ts';
import { EVENT_HEADERS, streamPlaces } from './caller-stream.ts';
import { eventFeed } from './event-feed.ts';
import { liveStream, positionOf } from './live-stream.ts';

type Deps = {
  db: Db;
  channel: Channel;
  /** The caller's present state; null once they may not call any more. */
  stillCaller: (request: FastifyRequest) => Promise<Caller | null>;
};

/** The stream of changes, and the notification after calls that may have changed something. */
export const liveRoutes = (app: ApiScope, { db, channel, stillCaller }: Deps): void => {
  const feed = eventFeed({ db, channel, onError: (err) => app.log.warn({ err }, 'what changes cannot be read') });
  const places = streamPlaces();
  onEnding(app, places.endAll);
  app.addHook('onClose', () => feed.stop());
  app.addHook('onResponse', async ({ method }, { statusCode }) => {
    if (method !== 'GET' && statusCode < 400) channel.tell();
  });
  app.route({
    ...followLive,
    handler: async (request, reply) => {
      const caller = callerOf(request);
      const { stream, follower, end } = liveStream({ caller, check: () => stillCaller(request) });
      try {
        const retryIn = (seconds: number) => void reply.header('retry-after', seconds);
        stream.once('close', places.take(caller, retryIn, end));
        await feed.follow(follower, positionOf(request.headers['last-event-id']));
      } catch (error) {
        stream.destroy();
        throw error;
      }
      return reply.headers(EVENT_HEADERS).send(stream);
    },
  });
};
