import type { Fill } from './fill.ts';
import { type Call, load, type Measured } from './load.ts';
import { serveApart } from './served-apart.ts';

export type Ports = Record<'app' | 'plain' | 'prepared' | 'uncounted' | 'fastify' | 'fastifyPrepared', number>;

const CONNECTIONS = 16;

type Asked = Fill & { postgres?: string; seconds: number };

/** Starts `serve.ts` in a process of its own; `folder` may be `bench/lib` of another checkout. */
export const startServed = async ({ postgres, seconds, ...size }: Asked, folder?: string) => {
  const args = [String(size.drivers), String(size.payments), postgres ?? '', ...(size.isOffice ? ['office'] : [])];
  const { pid, hear, ask, end } = serveApart('serve.ts', args, { ...(folder !== undefined && { folder }) });
  let signedIn = { tokens: [''], at: 0 };
  return {
    ports: await hear<Ports>(),
    /** Access tokens of many sessions, which live ten minutes. */
    freshTokens: async (): Promise<string[]> => {
      if (Date.now() - signedIn.at > 300_000) {
        signedIn = { ...(await ask<{ tokens: string[] }>('tokens')), at: Date.now() };
      }
      return signedIn.tokens;
    },
    /** Calls one of the ports over 16 connections. */
    measure: (port: number, next: () => Call, expected: number): Promise<Measured> =>
      load({ port, next, expected, seconds, connections: CONNECTIONS, pid }),
    end,
  };
};

/** Limits hold each address, so that calls come from many of them. */
export const addressOf = (call: number): Record<string, string> => ({
  'x-forwarded-for': [10, (call >> 16) & 255, (call >> 8) & 255, call & 255].join('.'),
});
