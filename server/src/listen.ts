import { lookup } from 'node:dns/promises';
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { StartRefusal } from '#lib/start-refusal.ts';
import type { Config } from './config.ts';

const EVERYWHERE = new Set(['127.0.0.1', '::1', '0.0.0.0', '::', 'localhost']);

/**
 * The framework opens a listener for each address of `localhost`. All but the first would be outside the bounds on
 * connections (`http/bodies.ts`) and outside the drain (`http/drain.ts`).
 */
const oneAddressOf = async (host: string): Promise<string> =>
  host === 'localhost' ? (await lookup(host)).address : host;

/**
 * Lets an app listen at one address, and returns its origin, without a final slash.
 *
 * @throws StartRefusal for a port or an address that cannot be had.
 */
export const listen = async (app: FastifyInstance, { HOST, PORT }: Pick<Config, 'HOST' | 'PORT'>): Promise<string> => {
  try {
    await app.listen({ host: await oneAddressOf(HOST), port: PORT });
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
  const { port } = app.server.address() as AddressInfo;
  return `http://${EVERYWHERE.has(HOST) ? 'localhost' : HOST}:${port}`;
};
