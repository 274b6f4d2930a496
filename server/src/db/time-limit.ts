import { AsyncLocalStorage } from 'node:async_hooks';

/** Milliseconds after which PostgreSQL ends a statement. */
export const STATEMENT_MS = 15_000;

/**
 * Milliseconds after which a connection without an answer is given up. PostgreSQL would have ended the statement
 * before, so its answer, or the connection, is lost.
 */
export const ANSWER_MS = 20_000;

const unlimited = new AsyncLocalStorage<boolean>();

/**
 * Runs work whose statements may take as long as they need, such as a migration; the caller lifts PostgreSQL's own
 * limit.
 */
export const withoutTimeLimit = <T>(work: () => Promise<T>): Promise<T> => unlimited.run(true, work);

/** Runs a part of such work whose statements are short. */
export const withTimeLimit = <T>(work: () => Promise<T>): Promise<T> => unlimited.run(false, work);

export const hasTimeLimit = (): boolean => unlimited.getStore() !== true;
