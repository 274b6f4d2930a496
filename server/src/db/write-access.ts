import type pg from 'pg';
import { ask } from './connect.ts';

/** Answers a function that tells a connection whether it may write, when that has changed. */
export const writeAccess = (client: pg.PoolClient): ((mayWrite: boolean) => Promise<void>) => {
  let may = true;
  return async (mayWrite) => {
    if (mayWrite === may) return;
    await ask(client, { text: `SET default_transaction_read_only = ${mayWrite ? 'off' : 'on'}` });
    may = mayWrite;
  };
};
