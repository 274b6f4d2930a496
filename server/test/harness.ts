import type { FastifyInstance } from 'fastify';
import { inject, onTestFinished } from 'vitest';
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
  /** Has one server answer all calls of the present test, which is about what it alone knows. */
  atOneServer: (why: string) => void;
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
 * Has calls go to the servers in turn, so that what one changes is read at the other, and of two
 * calls at a time each server has one.
 */
const takeTurns = (app: FastifyInstance, other: FastifyInstance) => {
  const own = app.inject.bind(app);
  const atOther = other.inject.bind(other);
  let calls = 0;
  let isPaused = false;
  app.inject = ((...call: Parameters<typeof own>) => {
    calls += 1;
    return isPaused || calls % 2 === 0 ? own(...call) : atOther(...call);
  }) as typeof own;
  return {
    pause: () => {
      isPaused = true;
    },
    goOn: () => {
      isPaused = false;
    },
  };
};

/**
 * The product's app on a fresh, migrated and seeded database; through PgBouncer it has another one
 * beside it, and `inject` calls them in turn. `settings` adds to its own, `hashing` replaces the
 * cheap one, `webBuild` is a web build to serve, `onStatement` hears each statement, `mayWrite`
 * says if statements may write, `metrics` counts. Closing fails if an answer broke the description.
 */
export const startApp = async (
  settings: Record<string, string> = {},
  { hashing = passwords, webBuild, onStatement, mayWrite, metrics }: Options = {},
): Promise<TestApp> => {
  const clock = { now: new Date('2026-11-20T10:00:00Z') };
  const files = memoryFiles();
  const { close, ...database } = await startDatabase(mayWrite);
  const build = ({ db, channel }: Pick<FreshDatabase, 'db' | 'channel'>): Promise<FastifyInstance> =>
    buildApp({
      config: readConfig({ LOG_LEVEL: 'silent', NODE_ENV: 'test', TOKEN_SECRET, ...settings }),
      db: onStatement ? overhear(db, onStatement) : db,
      channel,
      files,
      now: () => clock.now,
      passwords: hashing,
      ...(webBuild !== undefined && { webBuild }),
      ...(metrics && { metrics }),
    });
  const app = await build(database);
  // A worker keeps the modules of its test files, and so what they refer to: 7 MB for each app.
  const handed = Proxy.revocable(app, {});
  const described = [holdToDescription(app)];
  const end = (one: FastifyInstance) => async (): Promise<void> => {
    // A connection that a test has left is kept for 72 seconds, and the server waits for it.
    one.server.closeAllConnections();
    await one.close();
  };
  const closing = [end(app), close];
  let turns: ReturnType<typeof takeTurns> | null = null;
  if (inject('poolerDir')) {
    const second = database.another();
    const other = await build(second);
    described.push(holdToDescription(other));
    closing.unshift(end(other), second.close);
    turns = takeTurns(app, other);
  }
  return {
    ...{ app: handed.proxy, files, clock },
    ...{ db: database.db, channel: database.channel, another: database.another },
    atOneServer: () => {
      turns?.pause();
      onTestFinished(() => turns?.goOn());
    },
    close: async () => {
      turns = null;
      for (const close of closing.splice(0)) await close();
      handed.revoke();
      const differences = new Set(described.flatMap((some) => [...some]));
      if (differences.size > 0) throw new Error(`Not as described: ${[...differences].join('; ')}`);
    },
  };
};
