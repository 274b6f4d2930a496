import type { FastifyInstance } from 'fastify';
import { inject } from 'vitest';
import type { Channel } from '#db/connection/channel.ts';
import type { Db } from '#db/database.ts';
import { createPasswords, type Passwords } from '#domains/identity';
import { type MemoryFiles, memoryFiles } from '#integrations/files/memory-files.ts';
import { buildApp } from '../src/app.ts';
import { readConfig } from '../src/config.ts';
import type { Metrics } from '../src/metrics/metrics.ts';
import { type FreshDatabase, freshDatabase } from './database/fresh-database.ts';
import { overhear } from './database/overhear.ts';
import { holdToDescription } from './hold-to-description.ts';

/** The key with which the tests' apps sign tokens. */
export const TOKEN_SECRET = 'a secret that only tests have, long enough';

/** Far cheaper than the product's, or the tests would mostly hash. */
export const passwords = createPasswords({ memoryCost: 64, timeCost: 1, parallelism: 1 });

export type TestApp = {
  app: FastifyInstance;
  db: Db;
  /** The channel between the apps on the database. */
  channel: Channel;
  /** Opens the database as another server would. */
  another: FreshDatabase['another'];
  /** The store of photos; set `files.failure` to make it refuse. */
  files: MemoryFiles;
  /** The app's present time; set `clock.now` to move it. */
  clock: { now: Date };
  close: () => Promise<void>;
};

type Options = {
  hashing?: Passwords;
  webBuild?: string;
  onStatement?: () => void;
  mayWrite?: () => boolean;
  metrics?: Metrics;
};

/** A fresh, migrated and seeded database. */
export const startDatabase = (mayWrite = (): boolean => true): Promise<FreshDatabase> =>
  freshDatabase({ socketDir: inject('socketDir'), poolerDir: inject('poolerDir') }, { mayWrite });

/**
 * The product's app on a fresh, migrated and seeded database. `settings` adds to its own, `hashing`
 * replaces the cheap one, `webBuild` is a web build to serve, `onStatement` hears each statement,
 * `mayWrite` says if statements may write, `metrics` counts. Closing fails if an answer broke the
 * description.
 */
export const startApp = async (
  settings: Record<string, string> = {},
  { hashing = passwords, webBuild, onStatement, mayWrite, metrics }: Options = {},
): Promise<TestApp> => {
  const clock = { now: new Date('2026-11-20T10:00:00Z') };
  const files = memoryFiles();
  const { db, channel, another, close } = await startDatabase(mayWrite);
  const app = await buildApp({
    config: readConfig({ LOG_LEVEL: 'silent', NODE_ENV: 'test', TOKEN_SECRET, ...settings }),
    db: onStatement ? overhear(db, onStatement) : db,
    channel,
    files,
    now: () => clock.now,
    passwords: hashing,
    ...(webBuild !== undefined && { webBuild }),
    ...(metrics && { metrics }),
  });
  const differences = holdToDescription(app);
  return {
    app,
    db,
    channel,
    another,
    files,
    clock,
    close: async () => {
      await app.close();
      await close();
      if (differences.size > 0) throw new Error(`Not as described: ${[...differences].join('; ')}`);
    },
  };
};
