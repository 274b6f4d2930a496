import { existsSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import serveStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';

type Settings = { DATA_DIR: string; MAP_FILE: string };

/** The path of the file of map tiles (PMTiles), or null where there is none. */
export const mapFileOf = ({ DATA_DIR, MAP_FILE }: Settings): string | null => {
  const file = resolve(DATA_DIR, MAP_FILE);
  return existsSync(file) ? file : null;
};

/** Serves parts of the file of map tiles to pages, which ask for ranges of its bytes. */
export const serveMapFile = async (app: FastifyInstance, file: string): Promise<void> => {
  await app.register(async (scope) => {
    await scope.register(serveStatic, { root: dirname(file), serve: false });
    scope.route({
      method: ['GET', 'HEAD'],
      url: '/map.pmtiles',
      // Asked again each time: the operator may have put another file there.
      handler: (_request, reply) =>
        reply.header('cache-control', 'no-cache').sendFile(basename(file), { cacheControl: false }),
    });
  });
};
