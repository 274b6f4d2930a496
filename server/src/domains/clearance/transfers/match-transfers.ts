import { isDoubted, toPesewas, transactionKey } from '@banbo/contract';
import type { Db, Tx } from '#db/database.ts';
import { namingOtherCars } from '#domains/drivers';
import {
  disputedAmong,
  driversWithPayments,
  keysAwaitingMoney,
  noteMoneyFound,
  takenOf,
  transitionPayments,
} from '#domains/payments';
import type { Author } from '#lib/caller.ts';
import { Refusal } from '#lib/refusal.ts';
import { pluck } from '#lib/values.ts';
import { driversWithPrompts } from '../prompts/prompts.repo.ts';
import { claimsForOthers, restsOnCaptor } from './own-capture.ts';
import {
  insertTransfers,
  lockOpenTransfers,
  lockTransfers,
  type NewTransfer,
  noteStatement,
  openTransfersAfter,
  setMatched,
  type Transfer,
  transfersById,
  transfersOfIds,
} from './transfers.repo.ts';

type Line = { transaction_id: string; amount: string; reference: string };

/** Lines of a statement that say money was received, and the accounts of those who sent it and who imported it. */
type Statement = {
  lines: readonly Line[];
  broughtBy: readonly string[];
};

const isSame = (one: string, other: string): boolean => toPesewas(one) === toPesewas(other);

/**
 * A transfer as it is once a line about it is noted. The first statement counts, until another one differs from the amount that
 * it confirmed: that raises a doubt. A captor's own statement gives way to somebody else's. The payer's words are the line's where
 * nobody captured any. Gives the same transfer where the line is no news.
 */
const asShown = (transfer: Transfer, line: Line | undefined, broughtBy: readonly string[]): Transfer => {
  if (line === undefined) return transfer;
  const { captured_by, statement_amount: before } = transfer;
  const known =
    transfer.reference === '' && line.reference !== '' ? { ...transfer, reference: line.reference } : transfer;
  const isCaptors = captured_by !== null && broughtBy.includes(captured_by);
  const shown = {
    ...known,
    statement_amount: line.amount,
    statement_by: isCaptors ? captured_by : (broughtBy.at(-1) ?? null),
  };
  if (before === null) return shown;
  if (!isSame(before, transfer.amount)) return known;
  const isNews = !isSame(line.amount, before) || (restsOnCaptor(transfer) && !restsOnCaptor(shown));
  return isNews ? shown : known;
};

const NO_STATEMENT: Statement = { lines: [], broughtBy: [] };

/**
 * Clears claims that wait by these transfers. A transfer clears the claim with its transaction ID and amount while it is open,
 * no payment has taken of it and no statement doubts it. A claim of another amount, one whose ID another driver sent too, one
 * whose fee was paid meanwhile, one whose money names the car of another registered driver, and one that took the place of a
 * rejected claim while its money is one person's word, wait for a person, and no longer end for want of a receipt. Gives the ids
 * of the payments that were cleared, by their transfers' ids. The server itself clears, in nobody's name. `decidedBy` has just
 * decided for the claims, whatever car is named. The lines of a `statement` about these transfers are noted with them.
 */
export const matchTransfers = async (
  tx: Tx,
  transferIds: readonly string[],
  { now, statement = NO_STATEMENT, decidedBy = null }: { now: Date; statement?: Statement; decidedBy?: Author | null },
): Promise<ReadonlyMap<string, string>> => {
  const { lines, broughtBy } = statement;
  const shown = new Map(lines.map((line) => [transactionKey(line.transaction_id), line]));
  const known = (transfer: Transfer): Transfer => asShown(transfer, shown.get(transfer.key), broughtBy);
  const open = (await transfersById(tx, transferIds)).filter(({ status }) => status === 'open');
  const claims = await noteMoneyFound(tx, pluck(open, 'key'));
  const disputed = await disputedAmong(tx, pluck(claims, 'id'));
  const taken = await takenOf(tx, pluck(open, 'id'));
  const sure = open.map(known).filter((transfer) => !taken.has(transfer.id) && !isDoubted(transfer));
  const untouched = new Map(sure.map((transfer) => [transfer.key, transfer]));
  const agreeing = claims.flatMap(({ id, key, driver_id: driverId, amount }) => {
    const transfer = untouched.get(key);
    if (!transfer || disputed.has(id) || toPesewas(transfer.amount) !== toPesewas(amount)) return [];
    return [{ id, driverId, reference: transfer.reference, amount, transfer }];
  });
  const forOthers = await claimsForOthers(tx, agreeing, decidedBy);
  const ofOtherCars = decidedBy ? new Set<string>() : await namingOtherCars(tx, agreeing);
  const money = new Map(
    agreeing
      .filter(({ id }) => !forOthers.has(id) && !ofOtherCars.has(id))
      .map(({ id, amount, transfer }) => [id, { transferId: transfer.id, day: transfer.received_on, amount }]),
  );
  const asked = { ids: [...money.keys()], change: 'clear', by: null, skipOthers: true, now, with: { money } } as const;
  const matchedBy = (cleared: readonly { id: string }[]): ReadonlyMap<string, string> =>
    new Map(cleared.map(({ id }) => [money.get(id)?.transferId ?? '', id]));
  const { changed } = await transitionPayments(tx, asked, async (cleared) => {
    const used = [...matchedBy(cleared).keys()];
    // All at once, or an import and a decision would wait for each other in a circle.
    if (lines.length > 0) await lockTransfers(tx, transferIds);
    const locked = await lockOpenTransfers(tx, used);
    // Somebody matched one of them to another payment in between; the whole transaction is tried again, or told.
    if (locked.length < used.length) throw new Refusal('conflict', 'Some of this money was matched meanwhile.');
    await setMatched(tx, used);
    if (lines.length === 0) return;
    const told = (await transfersById(tx, transferIds)).flatMap((transfer) => {
      const noted = known(transfer);
      return noted === transfer ? [] : [noted];
    });
    if (told.length > 0) await noteStatement(tx, told);
  });
  return matchedBy(changed);
};

/** Transfers looked through by one run, and matched by one transaction. */
const LOOKED_AT = 5_000;
const CHUNK = 100;

/** Open transfers, from the first on, whose claims came after them; in the order of ids. */
const claimedSince = async (db: Db): Promise<string[]> => {
  const found: string[] = [];
  for (let after = '0'; found.length < CHUNK; ) {
    const open = await openTransfersAfter(db, after, LOOKED_AT);
    const keys = await keysAwaitingMoney(db, pluck(open, 'key'));
    found.push(...open.filter(({ key }) => keys.has(key)).map(({ id }) => id));
    const last = open.at(-1);
    if (!last || open.length < LOOKED_AT) break;
    after = last.id;
  }
  return found;
};

/** True while a claim waits whose money was recorded before it. */
export const hasLateClaims = async (db: Db): Promise<boolean> => (await claimedSince(db)).length > 0;

/** Matches a chunk; gives how many claims were cleared: none, until the next look, where somebody else took of the money meanwhile. */
const matchChunk = async (db: Db, ids: readonly string[], now: Date): Promise<number> => {
  try {
    return (await db.transaction().execute((tx) => matchTransfers(tx, ids, { now }))).size;
  } catch (error) {
    if (error instanceof Refusal) return 0;
    throw error;
  }
};

/** Matches claims that were sent after their money was recorded, a chunk a transaction; gives how many were cleared. */
export const matchLateClaims = async (db: Db, now: Date): Promise<number> => {
  const ids = await claimedSince(db);
  let cleared = 0;
  for (let from = 0; from < ids.length; from += CHUNK) {
    cleared += await matchChunk(db, ids.slice(from, from + CHUNK), now);
  }
  return cleared;
};

export type Recorded = Transfer & { isNew: boolean };

/**
 * Records money that the company's accounts received, and gives all of it as it is known now, each transaction ID once. What
 * is known already stays as it is: what a statement says of it is noted by matching, since it locks the money. `by` is the
 * person who captured it, null for the server's own jobs.
 */
export const recordTransfers = async (
  tx: Tx,
  transfers: readonly NewTransfer[],
  captured: { by: Author | null; now: Date },
): Promise<Recorded[]> => {
  const isNew = await insertTransfers(tx, transfers, captured);
  const known = await transfersOfIds(tx, pluck(transfers, 'transaction_id'));
  return known.map((transfer) => ({ ...transfer, isNew: isNew.has(transfer.key) }));
};

/** Those of these drivers whom money is about: a payment or claim in whatever state, or a prompt. */
export const driversWithMoney = async (db: Db, driverIds: readonly string[]): Promise<ReadonlySet<string>> =>
  new Set([...(await driversWithPayments(db, driverIds)), ...(await driversWithPrompts(db, driverIds))]);
