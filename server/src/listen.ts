import { createHash } from 'node:crypto';
import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { healthz, SITE_DEFAULTS } from '@banbo/contract';
import Fastify, { type FastifyInstance } from 'fastify';
import { callIdOf, nameCalls } from '#http/call-ids.ts';
import { handleErrors } from '#http/errors.ts';
import { protectAnswers } from '#http/headers.ts';
import { Refusal, StartRefusal } from '#lib/refusal.ts';
import type { Config } from './config.ts';

const EVERYWHERE = new Set(['127.0.0.1', '::1', '0.0.0.0', '::', 'localhost']);

/**
 * The framework opens a listener for each address of `localhost`. All but the first would be
 * outside the bounds on connections (`http/body/bodies.ts`) and outside the drain
 * (`http/drain.ts`).
 */
const oneAddressOf = async (host: string): Promise<string> =>
  host === 'localhost' ? (await lookup(host)).address : host;

/** Throws a StartRefusal for a port or an address that cannot be had. */
const listen = async (server: Server, { HOST, PORT }: Pick<Config, 'HOST' | 'PORT'>): Promise<void> => {
  try {
    server.listen({ host: await oneAddressOf(HOST), port: PORT });
    await once(server, 'listening');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : null;
    if (code === 'EADDRINUSE') {
      throw new StartRefusal(`The port ${PORT} is in use: stop the other program, or set another PORT`);
    }
    if (code === 'EACCES') throw new StartRefusal(`The port ${PORT} needs more rights: set another PORT`);
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
      throw new StartRefusal(`The setting HOST is unusable: this machine has no address ${HOST}`);
    }
    throw error;
  }
};

/** Seconds after which a page that waits for the start asks again. */
const AGAIN_S = 5;
const STYLE = 'body{font:1.1rem/1.5 system-ui,sans-serif;margin:20vh auto;max-width:32rem;padding:0 1.5rem}';
const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');

const waitingPage = (sentence: string): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta http-equiv="refresh" content="${AGAIN_S}">
<title>${SITE_DEFAULTS.company_name}</title>
<style>${STYLE}</style>
<h1>${SITE_DEFAULTS.company_name}</h1>
<p>${sentence} This page opens by itself as soon as it is over.</p>
</html>
`;

type WaitingConfig = Pick<Config, 'PUBLIC_URL' | 'WEB_ORIGIN' | 'TRUST_PROXY'>;

/** Answers every call before the app exists: the process lives, but is not ready. */
const waitingApp = async (config: WaitingConfig, sentence: () => string) => {
  const app = Fastify({ genReqId: callIdOf(config.TRUST_PROXY) });
  handleErrors(app);
  nameCalls(app);
  await protectAnswers(app, config);
  const alive = `/api${healthz.url}`;
  app.get(alive, async () => ({ status: 'ok' }));
  // Before the body is read, which is not needed.
  app.addHook('onRequest', async ({ url, headers }, reply) => {
    reply.headers({ connection: 'close', 'cache-control': 'no-store' });
    if (url.split('?')[0] === alive) return;
    if (url.startsWith('/api/') || !headers.accept?.includes('text/html')) throw new Refusal('busy', sentence());
    return reply
      .status(503)
      .header('retry-after', AGAIN_S)
      .header('content-security-policy', `default-src 'none';style-src 'sha256-${STYLE_HASH}';frame-ancestors 'none'`)
      .type('text/html; charset=utf-8')
      .send(waitingPage(sentence()));
  });
  await app.ready();
  return app;
};

/** A port that is open before there is an app behind it. */
export type OpenPort = {
  server: Server;
  /** The origin, without a final slash. */
  address: string;
  /** Says from now on why there is no app yet: one sentence for people. */
  say: (sentence: string) => void;
  /** Lets an app built on `server` answer from now on; no connection is refused in between. */
  handOver: (app: FastifyInstance) => Promise<void>;
  close: () => void;
};

const STARTING = 'The service is starting. Please try again in a moment.';

/**
 * Listens at one address, and answers there that the process lives and that the service is not
 * ready, so that a supervisor does not take a long start for a dead one.
 * @throws StartRefusal for a port or an address that cannot be had.
 */
export const openPort = async (config: Pick<Config, 'HOST' | 'PORT'> & WaitingConfig): Promise<OpenPort> => {
  let sentence = STARTING;
  const waiting = await waitingApp(config, () => sentence);
  let answer: RequestListener = waiting.routing;
  const server = createServer((request, response) => answer(request, response));
  await listen(server, config);
  const { port } = server.address() as AddressInfo;
  return {
    server,
    address: `http://${EVERYWHERE.has(config.HOST) ? 'localhost' : config.HOST}:${port}`,
    say: (next) => {
      sentence = next;
    },
    handOver: async (app) => {
      await app.ready();
      answer = app.routing;
      await waiting.close();
    },
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
};
