import type { FastifyInstance } from 'fastify';
import { inject } from 'vitest';
import type { Db } from '#db/database.ts';
import { buildApp } from '../src/app.ts';
import { readConfig } from '../src/config.ts';
import { freshDatabase } from './engines/fresh-database.ts';

export type TestApp = {
  app: FastifyInstance;
  db: Db;
  /** What the app takes for the present; set `clock.now` to move it. */
  clock: { now: Date };
  close: () => Promise<void>;
};

/** The product's own app on a fresh, migrated and seeded database of the project's engine. */
export const startApp = async (): Promise<TestApp> => {
  const clock = { now: new Date('2026-11-20T10:00:00Z') };
  const { db, close } = await freshDatabase(inject('engine'));
  const app = await buildApp({
    config: readConfig({ LOG_LEVEL: 'silent', NODE_ENV: 'test' }),
    db,
    now: () => clock.now,
  });
  return {
    app,
    db,
    clock,
    close: async () => {
      await app.close();
      await close();
    },
  };
};
