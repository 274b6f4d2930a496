import { isDoubted, networksOwnKey, toPesewas, transactionKey } from '@banbo/contract';
import type { Db, Tx } from '#db/database.ts';
import { noteHands } from '#domains/approvals';
import { lockDrivers, namingOtherCars } from '#domains/drivers';
import type { NewEntry } from '#domains/ledger';
import {
  claimsBelowPrice,
  disputedAmong,
  driversIn,
  driversWithPayments,
  idsOfPaidFees,
  isBelowPrice,
  isOfDriver,
  keysAwaitingMoney,
  noteMoneyFound,
  takenOf,
  transitionPayments,
} from '#domains/payments';
import type { Author } from '#lib/caller.ts';
import { Refusal } from '#lib/refusal.ts';
import { pluck } from '#lib/values.ts';
import { markNewMissing } from '../missing/missing-money.ts';
import { driversWithPrompts } from '../prompts/prompts.repo.ts';
import { isTakenBack, moneyLeft } from './clear-with.ts';
import { claimsForPeople, isOneWord } from './hands-in-money.ts';
import { moneySubject } from './money-subjects.ts';
import { idAmong, moneyByOwnKey } from './network-ids.ts';
import {
  clearingMoney,
  insertTransfers,
  lockOpenTransfers,
  lockTransfers,
  type NewTransfer,
  noteStatement,
  openTransfersAfter,
  type StatementLine,
  setMatched,
  type Transfer,
  transfersById,
  transfersOfIds,
} from './transfers.repo.ts';

type Line = Pick<NewTransfer, 'transaction_id' | 'amount' | 'received_on' | 'reference' | 'network'> & StatementLine;

/** Statement lines of received money, and the accounts of their sender and importer. */
type Statement = {
  lines: readonly Line[];
  broughtBy: readonly string[];
};

const isSame = (one: string, other: string): boolean => toPesewas(one) === toPesewas(other);

/**
 * The transfer after a statement line about it. The first statement counts until another one shows
 * another amount or day than it confirmed or than was settled, which raises a doubt. Another
 * person's statement replaces that of whoever recorded the money. The line's words count if none
 * were captured, and it is not missing any more, unless its captor brought the statement or a
 * network took it back. The network is noted where the amounts agree. Gives the same object where
 * the line changes nothing.
 */
const asShown = (transfer: Transfer, line: Line | undefined, broughtBy: readonly string[]): Transfer => {
  if (line === undefined) return transfer;
  const { captured_by, statement_amount, amount, received_on, difference_accepted } = transfer;
  const shownDay = transfer.statement_day ?? received_on;
  const isCaptors = captured_by !== null && broughtBy.includes(captured_by);
  const news = {
    ...(transfer.reference === '' && line.reference !== '' && { reference: line.reference }),
    ...(transfer.missing_since !== null && !isTakenBack(transfer) && !isCaptors && { missing_since: null }),
    ...(transfer.network === null && line.network && isSame(line.amount, amount) && { network: line.network }),
  };
  const known = Object.keys(news).length > 0 ? { ...transfer, ...news } : transfer;
  const shown = {
    ...known,
    statement_amount: line.amount,
    statement_day: line.received_on,
    statement_by: isCaptors ? captured_by : (broughtBy.at(-1) ?? null),
    statement_import: line.statement_import ?? transfer.statement_import,
    statement_line: line.statement_line ?? transfer.statement_line,
  };
  if (statement_amount === null) return shown;
  const differs = !isSame(line.amount, amount) || line.received_on !== received_on;
  if (!isSame(statement_amount, amount) || shownDay !== received_on) {
    const isThird = differs && (!isSame(line.amount, statement_amount) || line.received_on !== shownDay);
    return difference_accepted && isThird ? { ...shown, difference_accepted: false } : known;
  }
  const isNews = differs || (isOneWord(transfer) && !isOneWord(shown));
  return isNews ? shown : known;
};

type Completed = { driverId: string | null; amount: string; amount_due: string | null };

/**
 * Leaves out claims below their price beside another one of their driver, which counts on the same
 * credit or changes what it pays first.
 */
const withoutSharedCredit = <Claim extends Completed>(claims: readonly Claim[]): Claim[] => {
  const byDriver = Map.groupBy(claims, ({ driverId }) => driverId);
  return claims.filter((claim) => {
    if (claim.driverId === null) return true;
    const own = byDriver.get(claim.driverId) ?? [];
    return !isBelowPrice(claim) || (own[0] === claim && own.every((other) => other === claim || isBelowPrice(other)));
  });
};

/** True of money that is known to be of another network. */
const isOfOther = ({ network }: Pick<Transfer, 'network'>, given: string | null | undefined): boolean =>
  network !== null && given !== null && given !== undefined && network !== given;

const isShownRight = (transfer: Transfer): boolean => !isDoubted(transfer) && transfer.missing_since === null;

const matchedMeanwhile = (): Refusal => new Refusal('conflict', 'Some of this money was matched meanwhile.');

const NO_STATEMENT: Statement = { lines: [], broughtBy: [] };

type Matching = {
  now: Date;
  /** Why the server looks for claims now, for the history of what it clears. */
  setOffBy: string;
  statement?: Statement;
  /** A person has just decided for the claims. */
  isDecided?: boolean;
  /** Entries of money recorded in the same transaction; posted whether it clears or not. */
  entries?: readonly NewEntry[];
};

/**
 * Clears waiting claims with these transfers, and gives the payments' ids by transfer. A transfer
 * clears the claim of its transaction ID and amount while it is open, unused, and neither doubted
 * nor missing on a statement, and no other network's money has its ID.
 * Claims that need a person's decision wait and no longer expire: another amount, one below the
 * price that credit does not complete, a transaction ID that another driver sent too, a fee that
 * was paid meanwhile, money that names another registered driver's car, and those that two people
 * decide; and one below its price beside another claim of its driver that may clear. The server
 * clears in its own name. `isDecided` holds whoever else sent the ID, whatever car is named and
 * whoever had a hand. The lines of a `statement` are noted with the transfers.
 */
export const matchTransfers = async (
  tx: Tx,
  transferIds: readonly string[],
  { now, setOffBy, statement = NO_STATEMENT, isDecided = false, entries }: Matching,
): Promise<ReadonlyMap<string, string>> => {
  const { lines, broughtBy } = statement;
  const shown = new Map(lines.map((line) => [networksOwnKey(line.transaction_id), line]));
  const lineOf = ({ key }: Transfer): Line | undefined => shown.get(networksOwnKey(key));
  const known = (transfer: Transfer): Transfer => asShown(transfer, lineOf(transfer), broughtBy);
  const open = (await transfersById(tx, transferIds)).filter(({ status }) => status === 'open');
  const claims = await noteMoneyFound(tx, pluck(open, 'key'));
  const disputed = isDecided ? new Set() : await disputedAmong(tx, pluck(claims, 'id'));
  const taken = await takenOf(tx, pluck(open, 'id'));
  const sure = open
    .map(known)
    .filter(({ id, is_twinned }) => !taken.has(id) && (isDecided || !is_twinned))
    .filter(isShownRight);
  const untouched = new Map(sure.map((transfer) => [transfer.key, transfer]));
  const equal = claims.filter(({ id, key, amount }) => {
    const transfer = untouched.get(key);
    return transfer && !disputed.has(id) && toPesewas(transfer.posted_amount) === toPesewas(amount);
  });
  const needsCredit = equal.filter(isOfDriver).some(isBelowPrice);
  // Until its driver is locked, credit that completes a claim may be used or refunded.
  if (needsCredit) await lockDrivers(tx, driversIn(equal));
  // A claim that waits for its fee was paid must not keep another one of its driver waiting.
  const paid = needsCredit ? await idsOfPaidFees(tx, pluck(equal, 'id')) : new Set();
  const below = await claimsBelowPrice(tx, equal, now);
  const agreeing = equal.flatMap(({ id, key, driver_id: driverId, amount, amount_due }) => {
    const transfer = untouched.get(key);
    return transfer && !below.has(id) && !paid.has(id)
      ? [{ id, driverId, reference: transfer.reference, amount, amount_due, transfer }]
      : [];
  });
  const forPeople = isDecided ? new Set() : await claimsForPeople(tx, agreeing);
  const ofOtherCars = isDecided ? new Set() : await namingOtherCars(tx, agreeing);
  const sound = agreeing.filter(({ id }) => !forPeople.has(id) && !ofOtherCars.has(id));
  const money = new Map(
    withoutSharedCredit(sound).map(({ id, amount, transfer }) => [id, clearingMoney(transfer, amount)]),
  );
  const asked = {
    ids: [...money.keys()],
    change: 'clear',
    by: null,
    skipOthers: true,
    now,
    with: { money, entries, setOffBy },
  } as const;
  const matchedBy = (cleared: readonly { id: string }[]): ReadonlyMap<string, string> =>
    new Map(cleared.map(({ id }) => [money.get(id)?.transferId ?? '', id]));
  const { changed } = await transitionPayments(tx, asked, async (cleared) => {
    const used = [...matchedBy(cleared).keys()];
    // Locked all at once, since an import and a decision could deadlock.
    if (lines.length > 0) await lockTransfers(tx, transferIds);
    const locked = await lockOpenTransfers(tx, used);
    // Another transaction matched one of them meanwhile: the whole transaction is retried.
    if (locked.length < used.length) throw matchedMeanwhile();
    // Or took a part of one, or a statement lacks or doubts it since.
    const left = await moneyLeft(tx, locked);
    if (locked.some((one) => left.get(one.id) !== 0n || !isShownRight(known(one)))) throw matchedMeanwhile();
    await setMatched(tx, used);
    if (lines.length === 0) return;
    const told = (await transfersById(tx, transferIds)).flatMap((transfer) => {
      if (isOfOther(transfer, lineOf(transfer)?.network)) throw matchedMeanwhile();
      const noted = known(transfer);
      return noted === transfer ? [] : [noted];
    });
    if (told.length > 0) await noteStatement(tx, told);
  });
  return matchedBy(changed);
};

/** Transfers per run, and per transaction. */
const PER_RUN = 5_000;
const CHUNK = 100;

/** Open transfers with later claims, by id. */
const claimedSince = async (db: Db): Promise<string[]> => {
  const found: string[] = [];
  for (let after = '0'; found.length < CHUNK; ) {
    const open = await openTransfersAfter(db, after, PER_RUN);
    const keys = await keysAwaitingMoney(db, pluck(open, 'key'));
    found.push(...open.filter(({ key }) => keys.has(key)).map(({ id }) => id));
    const last = open.at(-1);
    if (!last || open.length < PER_RUN) break;
    after = last.id;
  }
  return found;
};

/** True while a claim waits whose money was recorded before it. */
export const hasLateClaims = async (db: Db): Promise<boolean> => (await claimedSince(db)).length > 0;

/** Matches a chunk, and counts cleared claims; 0 if the money was used meanwhile. */
const matchChunk = async (db: Db, ids: readonly string[], now: Date): Promise<number> => {
  try {
    return (
      await db
        .transaction()
        .execute((tx) => matchTransfers(tx, ids, { now, setOffBy: 'a claim that came after its money' }))
    ).size;
  } catch (error) {
    if (error instanceof Refusal) return 0;
    throw error;
  }
};

/** Matches claims that came after their money, a chunk per transaction, and counts them. */
export const matchLateClaims = async (db: Db, now: Date): Promise<number> => {
  const ids = await claimedSince(db);
  let cleared = 0;
  for (let from = 0; from < ids.length; from += CHUNK) {
    cleared += await matchChunk(db, ids.slice(from, from + CHUNK), now);
  }
  return cleared;
};

export type Recorded = Transfer & { isNew: boolean };

/** The hands of those by whose word money of each source came; a prompt is the network's word. */
const HANDS = { capture: 'captured', desk: 'received', statement: 'imported', prompt: null } as const;

/** New transfers under the IDs that their networks' money has. */
const withNetworkIds = async (tx: Tx, transfers: readonly NewTransfer[]): Promise<readonly NewTransfer[]> => {
  const ofNetworks = transfers.filter(({ network }) => typeof network === 'string');
  if (ofNetworks.length === 0) return transfers;
  const known = await moneyByOwnKey(tx, pluck(ofNetworks, 'transaction_id'));
  return transfers.map((transfer) => {
    const { transaction_id: id, network = null } = transfer;
    return { ...transfer, transaction_id: idAmong(known.get(networksOwnKey(id)) ?? [], id, network) ?? id };
  });
};

/** Stores what is new, and gives all with what was new; of one ID and network there is one. */
const store = async (
  tx: Tx,
  transfers: readonly NewTransfer[],
  captured: Parameters<typeof insertTransfers>[2],
): Promise<Recorded[]> => {
  const given = await withNetworkIds(tx, transfers);
  const isNew = await insertTransfers(tx, given, captured);
  const stored = await transfersOfIds(tx, pluck(given, 'transaction_id'));
  const byKey = new Map(stored.map((transfer) => [transfer.key, { ...transfer, isNew: isNew.has(transfer.key) }]));
  // Another network's money was stored under an ID at this moment; the index made this one wait.
  const late = given.filter(({ transaction_id, network }) => {
    const transfer = byKey.get(transactionKey(transaction_id));
    return transfer !== undefined && isOfOther(transfer, network);
  });
  for (const { transaction_id } of late) byKey.delete(transactionKey(transaction_id));
  return late.length === 0 ? [...byKey.values()] : [...byKey.values(), ...(await store(tx, late, captured))];
};

/**
 * Records received money, and gives all of it as stored, each transaction ID once. Money of another
 * network than that of its ID is recorded beside it. Known money stays unchanged: matching, which
 * locks it, notes the statement. `by` is the person who captured it, who then has a hand in it, or
 * null for the server's jobs.
 */
export const recordTransfers = async (
  tx: Tx,
  transfers: readonly NewTransfer[],
  captured: { by: Author | null; now: Date },
): Promise<Recorded[]> => {
  const recorded = await store(tx, transfers, captured);
  const { by, now } = captured;
  const hands = recorded.flatMap((transfer) => {
    const what = HANDS[transfer.source];
    return by && what && transfer.isNew ? [{ accountId: by.accountId, what, subjects: [moneySubject(transfer)] }] : [];
  });
  await noteHands(tx, hands, now);
  await markNewMissing(tx, recorded, now);
  return recorded;
};

/** Filters the drivers to those with a payment, claim or prompt in any state. */
export const driversWithMoney = async (db: Db, driverIds: readonly string[]): Promise<ReadonlySet<string>> =>
  new Set([...(await driversWithPayments(db, driverIds)), ...(await driversWithPrompts(db, driverIds))]);
