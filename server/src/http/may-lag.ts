import { DATA_LAG_HEADER, SEEN_CHANGE_HEADER } from '@banbo/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isFaultOfReplica, MOST_LAG_MS, mayLag, type ReplicaLag } from '#db/connection/replica.ts';
import { type SessionCookies, sessionCookies } from './session-cookies.ts';

/** Set by each call that may write, and gone from the browser once the replica has that too. */
const WROTE = 'banbo_wrote';
/** The replica is used while it is closer; the rest is for the call itself, and slow clocks. */
const WROTE_SECONDS = 2 * (MOST_LAG_MS / 1000);

type Deps = { replica: ReplicaLag; cookies: Pick<SessionCookies, 'allRefresh'> };

/**
 * Whether a caller's own writes are known. Programs send no cookies, so that they read the
 * database that writes, and so does a browser that has just changed something.
 */
const wroteNothing = (request: FastifyRequest, { cookies }: Deps): boolean =>
  cookies.allRefresh(request).some((one) => one !== undefined) && request.cookies[WROTE] === undefined;

/** Whether the replica has the change of which a stream has told this caller. */
const hasWhatWasSeen = ({ headers }: FastifyRequest, lag: number): boolean => {
  const seen = headers[SEEN_CHANGE_HEADER];
  return seen === undefined || lag <= Number(seen);
};

/**
 * Reads the answers of endpoints that `mayLag` from the replica while that is close behind, and
 * from the database that writes where it fails, since a standby may cancel a statement.
 */
const readLagging = (app: FastifyInstance, deps: Deps): void => {
  app.addHook('onRoute', (route) => {
    const kind = route.config?.endpoint?.mayLag;
    if (!kind) return;
    const { handler } = route;
    route.handler = async function (request, reply) {
      const read = async () => handler.call(this, request, reply);
      const lag = wroteNothing(request, deps) ? deps.replica.lagMs() : null;
      if (lag === null || !hasWhatWasSeen(request, lag)) return read();
      const leave = (error: unknown): void => {
        reply.removeHeader(DATA_LAG_HEADER);
        request.log.warn({ err: error }, 'the replica failed, so the primary is asked');
      };
      reply.header(DATA_LAG_HEADER, (lag / 1000).toFixed(1));
      // A file notes that it was saved: only its rows are read again.
      if (kind === 'file') return mayLag(kind, read, leave);
      try {
        return await mayLag(kind, read, leave);
      } catch (error) {
        if (reply.sent || !isFaultOfReplica(error)) throw error;
        leave(error);
        return read();
      }
    };
  });
};

/** Serves endpoints that `mayLag` from the replica, and never after the caller's own writes. */
export const serveFromReplica = (
  app: FastifyInstance,
  config: { PUBLIC_URL?: string | undefined },
  replica: ReplicaLag,
) => {
  const secure = config.PUBLIC_URL?.startsWith('https:') ?? false;
  const options = { path: '/api', httpOnly: true, sameSite: 'strict', secure, maxAge: WROTE_SECONDS } as const;
  app.addHook('onSend', async (request: FastifyRequest, reply: FastifyReply) => {
    // A call that failed may have written, too.
    if (request.method !== 'GET') reply.setCookie(WROTE, '1', options);
  });
  readLagging(app, { replica, cookies: sessionCookies(config) });
};
