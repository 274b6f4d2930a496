import type { Db } from '#db/database.ts';
import { brokenEntries, isHeadLast, lastPosted } from './ledger.repo.ts';

const NOT_LAST = 'The head of the books is not their last entry.';

/**
 * Says of these entries, a sentence each, which do not balance, are not what their hash says, or do not go on from the entry
 * before; none where they are whole.
 */
export const checkEntries = brokenEntries;

/** Says whether the books end where they should: empty, or one sentence. */
export const checkHead = async (db: Db): Promise<string[]> => ((await isHeadLast(db)) ? [] : [NOT_LAST]);

/** Goes through all entries as `checkEntries` and `checkHead` do. Takes a while where there are millions. */
export const checkLedger = async (db: Db): Promise<string[]> => {
  const { entry: upTo } = await lastPosted(db, 'payment');
  return [...(await checkEntries(db, { after: '0', upTo })), ...(await checkHead(db))];
};
