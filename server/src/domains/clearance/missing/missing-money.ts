import { today } from '@banbo/contract';
import type { Db, Tx } from '#db/database.ts';
import { readSite } from '#domains/site';
import { lockTransfers, type NewTransfer } from '../transfers/transfers.repo.ts';
import {
  type Among,
  maybeMissing,
  type NetworkForm,
  type NewLines,
  setMissing,
  setSearched,
  statementsLacking,
  statementsToSearch,
} from './missing.repo.ts';
import { liftShownAtBank } from './missing-at-bank.repo.ts';

const readForms = async (db: Db): Promise<NetworkForm[]> => {
  const { networks, momo_merchants, momo_numbers } = await readSite(db);
  // Accounts name their network as people do: `MTN MoMo`.
  const accounts = [...momo_merchants, ...momo_numbers].map(({ network }) => network.toUpperCase().split(/[^A-Z0-9]+/));
  return networks.map((one) => ({
    ...one,
    // Before any account is entered, each network's may have taken the money.
    isOwn:
      accounts.length === 0 ||
      accounts.some((words) => words.includes(one.code) || words.includes(one.name.toUpperCase())),
  }));
};

/** Marks money that a statement which covers its day does not have, and counts it. */
const markMissing = async (tx: Tx, asked: Among, now: Date): Promise<number> => {
  const ids = await maybeMissing(tx, asked);
  if (ids.length === 0) return 0;
  const forms = await readForms(tx);
  await lockTransfers(tx, ids);
  // Read anew behind the lock: an import may have shown some of it meanwhile.
  return setMissing(tx, asked, forms, now);
};

/** Marks new money of earlier days that the statements of these days do not have. */
export const markNewMissing = async (
  tx: Tx,
  recorded: readonly (Pick<NewTransfer, 'mode' | 'received_on'> & { id: string; isNew: boolean })[],
  now: Date,
): Promise<void> => {
  const day = today(now);
  const earlier = recorded.filter((one) => one.isNew && one.mode !== 'cash' && one.received_on < day);
  if (earlier.length > 0) await markMissing(tx, { transferIds: earlier.map(({ id }) => id) }, now);
};

/** The statement that would mark it as missing, by the line of new money of an earlier day. */
export const linesToBeMissing = async (db: Db, given: NewLines, now: Date): Promise<ReadonlyMap<number, string>> => {
  const day = today(now);
  const lines = given.lines.filter(({ received_on }) => received_on < day);
  return lines.length === 0 ? new Map() : statementsLacking(db, { ...given, lines }, await readForms(db));
};

/** For so long after an import, money may be recorded by a transaction that does not see it. */
const SETTLED_MS = 60_000;

export const hasStatementsToSearch = async (db: Db): Promise<boolean> => (await statementsToSearch(db)).length > 0;

/** Holds the money of covered days against new statements, and counts what is missing. */
export const findMissingMoney = async (db: Db, now: Date): Promise<number> => {
  let found = 0;
  for (const { id, imported_at } of await statementsToSearch(db)) {
    found += await db.transaction().execute(async (tx) => {
      await liftShownAtBank(tx, id);
      const count = await markMissing(tx, { statementId: id }, now);
      if (now.getTime() - imported_at.getTime() >= SETTLED_MS) await setSearched(tx, id);
      return count;
    });
  }
  return found;
};
