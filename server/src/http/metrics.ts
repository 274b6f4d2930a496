import { createHash, timingSafeEqual } from 'node:crypto';
import { getMetrics } from '@banbo/contract';
import type { FastifyRequest } from 'fastify';
import { Refusal } from '#lib/refusal.ts';
import type { ApiScope } from './scope.ts';

/** Headers by which a proxy tells of the caller behind it. */
const OF_PROXIES = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip'];

const LOOPBACK = /^(?:::ffff:)?127\.|^::1$/;
/** Another name that leads here was written by a stranger, for a browser on this machine. */
const LOOPBACK_HOST = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])(?::\d+)?$/i;

/**
 * True for a program on this machine that calls by itself. Behind a proxy that adds no header, or a
 * tunnel, everybody looks like that: there only a token keeps strangers out.
 */
const isOnThisMachine = ({ raw: { socket }, headers }: FastifyRequest): boolean =>
  LOOPBACK.test(socket.remoteAddress ?? '') &&
  LOOPBACK_HOST.test(headers.host ?? '') &&
  OF_PROXIES.every((name) => headers[name] === undefined);

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

type Deps = {
  token: string | undefined;
  /** True where the settings say that a proxy stands before this server. */
  isBehindProxy: boolean;
  text: () => Promise<string>;
  contentType: string;
};

/**
 * Figures for Prometheus: by the token if one is set, else for programs on this machine, and behind
 * a proxy for none. A stranger is told that there is nothing.
 */
export const metricsRoute = (app: ApiScope, { token, isBehindProxy, text, contentType }: Deps): void => {
  const wanted = token === undefined ? null : digest(`Bearer ${token}`);
  const mayRead = (request: FastifyRequest): boolean =>
    wanted === null
      ? !isBehindProxy && isOnThisMachine(request)
      : timingSafeEqual(digest(request.headers.authorization ?? ''), wanted);
  app.route({
    ...getMetrics,
    handler: async (request, reply) => {
      if (!mayRead(request)) throw new Refusal('not_found', 'There is nothing here for you.');
      return reply
        .header('cache-control', 'no-store')
        .type(contentType)
        .send(await text());
    },
  });
};
