import { PGlite } from '@electric-sql/pglite';
import type { FastifyInstance } from 'fastify';
import type { Db } from '#db/database.ts';
import { migrate } from '#db/migrate.ts';
import { fromPglite, pgliteParsers } from '#db/open.ts';
import { seedReference } from '../seeds/reference.ts';
import { buildApp } from '../src/app.ts';
import { readConfig } from '../src/config.ts';

export type TestApp = {
  app: FastifyInstance;
  db: Db;
  /** What the app takes for the present; set `clock.now` to move it. */
  clock: { now: Date };
  close: () => Promise<void>;
};

/** The product's own app on a fresh, migrated and seeded database. */
export const startApp = async (): Promise<TestApp> => {
  const clock = { now: new Date('2026-11-20T10:00:00Z') };
  const { db, close } = fromPglite(new PGlite({ parsers: pgliteParsers }));
  await migrate(db);
  await seedReference(db);
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
