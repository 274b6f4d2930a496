import { chequePrefix, searchedId, transactionKey } from '@banbo/contract';
import { type RawBuilder, type SqlBool, sql } from 'kysely';

/** Sorts behind every letter and digit. */
const END = '~';

/**
 * True of rows whose transaction a search names: by its whole ID, with that of other networks'
 * money, or a cheque by its number. Each part can use the index of `transaction_key`.
 */
export const isTransactionNamed = (search: string): RawBuilder<SqlBool> => {
  const key = sql`transaction_key(transaction_id)`;
  const id = searchedId(search);
  const ofNetworks = `${transactionKey(id)}-`;
  const isId = sql<SqlBool>`(${key} = transaction_key(${id}) OR (${key} >= ${ofNetworks} AND ${key} < ${ofNetworks + END}))`;
  const prefix = chequePrefix(search);
  return prefix === null ? isId : sql<SqlBool>`(${isId} OR (${key} >= ${prefix} AND ${key} < ${prefix + END}))`;
};

/** Shorter texts match too many transaction IDs. */
const LEAST_OF_ID = 4;

/** The prefixes of transaction keys to search; none if no ID can begin with the text. */
export const transactionPrefixes = (text: string): string[] => {
  const typed = searchedId(text).replace(/[^A-Z0-9]/g, '');
  const key = transactionKey(typed);
  const cheque = chequePrefix(text);
  const isBeginning = /\d/.test(key) && key.length >= LEAST_OF_ID;
  return [...(isBeginning ? [key] : []), ...(cheque === null ? [] : [cheque])];
};
