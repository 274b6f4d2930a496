import { LIVE_MEDIA_TYPE } from '@banbo/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** A call that has ended. `route` is a pattern and `method` a common one, so that both are few. */
export type EndedCall = {
  route: string;
  method: string;
  /** `2xx`; `gone` if the caller left before the answer. */
  status: string;
  /** The server's own time: without that which the caller took to send and to receive. */
  seconds: number;
};

type Watch = { begun: () => void; ended: (call: EndedCall) => void };

declare module 'fastify' {
  interface FastifyRequest {
    /** Moments of a call in milliseconds: its start, those around its body, and its answer. */
    times: { begun: number; body: number; answered: number } | null;
  }
}

/** Others are none of ours, and anybody may invent some. */
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PATCH', 'DELETE', 'OPTIONS']);

const isLive = ({ routeOptions }: FastifyRequest): boolean =>
  routeOptions.config.endpoint?.file?.includes(LIVE_MEDIA_TYPE) === true;

/** Times each call but the streams of events, which last as long as a page is open. */
export const timeCalls = (app: FastifyInstance, { begun, ended }: Watch): void => {
  app.decorateRequest('times', null);
  app.addHook('onRequest', (request, reply, done) => {
    if (isLive(request)) return done();
    const times = { begun: performance.now(), body: 0, answered: 0 };
    request.times = times;
    begun();
    const { raw } = reply;
    // The framework's own hook at the end does not run for a caller who has left.
    raw.once('close', () => {
      const until = times.answered || performance.now();
      ended({
        route: request.routeOptions.url ?? 'none',
        method: METHODS.has(request.method) ? request.method : 'other',
        status: raw.writableEnded ? `${Math.floor(raw.statusCode / 100)}xx` : 'gone',
        seconds: Math.max(0, until - times.begun) / 1_000,
      });
    });
    done();
  });
  app.addHook('preParsing', ({ times }, _reply, payload, done) => {
    if (times) times.body = performance.now();
    done(null, payload);
  });
  // Forms are read before this hook, and validated: that is little beside their way here.
  app.addHook('preHandler', ({ times }, _reply, done) => {
    if (times?.body) times.begun += performance.now() - times.body;
    done();
  });
  app.addHook('onSend', ({ times }, _reply, payload, done) => {
    if (times) times.answered = performance.now();
    done(null, payload);
  });
};
