/** Hears of a statement after its answer, or its failure, with the milliseconds that it took. */
export type StatementWatch = (statement: { text: string; ms: number; failed: boolean }) => void;

/** Connections of a pool now. */
export type PoolState = { inUse: number; idle: number; waiting: number; most: number };

type Log = { warn: (what: object, text: string) => void };

/** The most of a statement that a line shows; some have a hundred columns. */
const MOST_CHARACTERS = 1_000;

/**
 * Names statements that take longer than `slowMs` in the log, by their text without values: these
 * are people's data. The log adds the call or job that waited. Silent until there is a log.
 */
export const slowStatements = (slowMs: number): { hear: StatementWatch; logTo: (log: Log) => void } => {
  let log: Log | null = null;
  return {
    hear: ({ text, ms, failed }) => {
      if (ms <= slowMs || log === null) return;
      const statement = text.replace(/\s+/g, ' ').trim().slice(0, MOST_CHARACTERS);
      log.warn({ statement, ms: Math.round(ms), failed }, 'a statement was slow');
    },
    logTo: (given) => {
      log = given;
    },
  };
};
