import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';

const NAME = 'banbo_live';
/** Milliseconds between two notifications of a server, however many calls it answers. */
const WORD_EVERY_MS = 50;
/** Milliseconds before each attempt to reconnect; the last value repeats. */
const RETRIES_MS = [100, 500, 2_000, 5_000] as const;
const CONNECTION_MS = 10_000;
const SILENCE_MS = 10_000;
/** Milliseconds between two checks of the connection, and for the answer. */
const SIGN_OF_LIFE = { everyMs: 15_000, withinMs: 10_000 };
/** Milliseconds to wait for PostgreSQL's goodbye at the end. */
const CLOSE_MS = 500;

type Listener = {
  heard: () => void;
  /** The connection is back: messages may have been missed, and PostgreSQL may have crashed. */
  regained: () => void;
};

/** Notifications between the servers of a database, over one connection apart from the pool. */
export type Channel = {
  /** Notifies all servers, also this one. Never throws or waits; it may be lost. */
  tell: () => void;
  listen: (listener: Listener) => () => void;
  /**
   * Runs a statement on the connection, and again after each reconnection. False without a
   * connection now. A server holds one statement.
   */
  hold: (statement: string) => Promise<boolean>;
  close: () => Promise<void>;
};

/**
 * Makes the connection at the first word or listener. Words are sent after the transactions they
 * are about and outside of them: PostgreSQL lets transactions with a NOTIFY commit one at a time.
 */
export const openChannel = (connection: pg.ClientConfig, signOfLife = SIGN_OF_LIFE): Channel => {
  const listeners = new Set<Listener>();
  const ending = new AbortController();
  let current: Promise<pg.Client> | null = null;
  let held: string | null = null;
  let keeping: Promise<void> | null = null;
  let word: NodeJS.Timeout | undefined;
  let saying: Promise<void> = Promise.resolve();

  const connect = (): Promise<pg.Client> => {
    const client = new pg.Client({
      ...connection,
      connectionTimeoutMillis: CONNECTION_MS,
      query_timeout: signOfLife.withinMs,
      keepAlive: true,
      keepAliveInitialDelayMillis: SILENCE_MS,
      application_name: 'banbo live',
    });
    const opened = client.connect().then(async () => {
      await client.query(`LISTEN ${NAME}`);
      if (held !== null) await client.query(held);
      return client;
    });
    let asking: NodeJS.Timeout | undefined;
    // If a network drops packets, a connection that only listens never learns that it is lost.
    const askLater = (): void => {
      asking = setTimeout(() => client.query('SELECT 1').then(askLater, lost), signOfLife.everyMs).unref();
    };
    const lost = (): void => {
      clearTimeout(asking);
      if (current !== opened) return;
      current = null;
      client.end().catch(() => {});
      client.connection.stream.destroy();
      keep(true);
    };
    client.on('error', lost);
    client.on('end', lost);
    client.on('notification', () => {
      for (const { heard } of listeners) heard();
    });
    opened.then(askLater, lost);
    return opened;
  };

  const connected = (): Promise<pg.Client> => {
    current ??= connect();
    return current;
  };

  const keepTrying = async (wasLost: boolean): Promise<void> => {
    for (let tries = 0; (listeners.size > 0 || held !== null) && !ending.signal.aborted; tries += 1) {
      try {
        await connected();
        if (wasLost || tries > 0) for (const { regained } of listeners) regained();
        return;
      } catch {
        await delay(RETRIES_MS[Math.min(tries, RETRIES_MS.length - 1)], undefined, {
          signal: ending.signal,
          ref: false,
        }).catch(() => {});
      }
    }
  };

  /** Keeps a connection while there are listeners or a held statement. */
  const keep = (wasLost = false): void => {
    keeping ??= keepTrying(wasLost).finally(() => {
      keeping = null;
    });
  };

  const say = async (): Promise<void> => {
    try {
      const client = await connected();
      await client.query(`NOTIFY ${NAME}`);
    } catch {
      // Listeners poll, too.
    }
  };

  return {
    tell: () => {
      if (word || ending.signal.aborted) return;
      word = setTimeout(() => {
        word = undefined;
        saying = saying.then(say);
      }, WORD_EVERY_MS);
      word.unref();
    },
    listen: (listener) => {
      listeners.add(listener);
      keep();
      return () => listeners.delete(listener);
    },
    hold: async (statement) => {
      if (ending.signal.aborted) return false;
      const before = held === null ? current : null;
      held = statement;
      keep();
      try {
        await (await before)?.query(statement);
        await connected();
        return true;
      } catch {
        return false;
      }
    },
    close: async () => {
      ending.abort();
      clearTimeout(word);
      await keeping;
      await saying;
      const opened = current;
      current = null;
      const client = await opened?.catch(() => null);
      if (!client) return;
      await Promise.race([client.end().catch(() => {}), delay(CLOSE_MS, undefined, { ref: false })]);
      client.connection.stream.destroy();
    },
  };
};
