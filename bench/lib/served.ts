import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Fill } from './fill.ts';
import { type Call, load, type Measured } from './load.ts';

export type Ports = Record<'app' | 'plain' | 'prepared' | 'uncounted' | 'fastify' | 'fastifyPrepared', number>;

const CONNECTIONS = 16;

/** Starts `serve.ts` in a process of its own. `ask` sends it a message and gives its answer. */
export const startServed = async ({ postgres, seconds, ...size }: Fill & { postgres?: string; seconds: number }) => {
  const server = fork(join(import.meta.dirname, 'serve.ts'), [
    ...[String(size.drivers), String(size.payments)],
    ...(postgres ? [postgres] : []),
  ]);
  const ended = once(server, 'exit');
  const hear = async <T>(): Promise<T> => {
    const [message] = await Promise.race([
      once(server, 'message'),
      ended.then(() => Promise.reject(new Error('The server ended'))),
    ]);
    return message as T;
  };
  const ports = await hear<Ports>();
  let signedIn = { tokens: [''], at: 0 };
  return {
    ports,
    /** Access tokens of many sessions, which live ten minutes. */
    freshTokens: async (): Promise<string[]> => {
      if (Date.now() - signedIn.at > 300_000) {
        const heard = hear<{ tokens: string[] }>();
        server.send('tokens');
        signedIn = { ...(await heard), at: Date.now() };
      }
      return signedIn.tokens;
    },
    /** Calls one of the ports over 16 connections. */
    measure: (port: number, next: () => Call, expected: number): Promise<Measured> =>
      load({ port, next, expected, seconds, connections: CONNECTIONS, pid: server.pid ?? 0 }),
    end: async (): Promise<void> => {
      server.disconnect();
      await ended;
    },
  };
};

/** Limits hold each address, so that calls come from many of them. */
export const addressOf = (call: number): Record<string, string> => ({
  'x-forwarded-for': [10, (call >> 16) & 255, (call >> 8) & 255, call & 255].join('.'),
});
