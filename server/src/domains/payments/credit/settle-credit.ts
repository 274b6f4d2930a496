import { fromPesewas, type Site, today, toPesewas } from '@banbo/contract';
import type { Db, Tx } from '#db/database.ts';
import { transition } from '#db/transition.ts';
import { auditAll, SERVER_ITSELF } from '#domains/audit';
import { driversById, setUnpaidSince } from '#domains/drivers';
import { creditOf, type NewEntry, post, reverse } from '#domains/ledger';
import { firstFeeOf } from '#domains/prices';
import { readSite } from '#domains/site';
import type { Author } from '#lib/caller.ts';
import { Refusal } from '#lib/refusal.ts';
import { pluck } from '#lib/values.ts';
import type { PaymentTypes } from '../standing/due-fees.ts';
import { readStandings } from '../standing/read-standings.ts';
import { type BookedUse, driversHoldingCredit, insertCreditUses, releaseCredit, usesOfDrivers } from './credit.repo.ts';
import { creditUses, entryOfUse, nameOfFee } from './credit-uses.ts';
import { afterPaying, type CreditedFee, type CreditFacts, feesPaidByCredit, usedFor } from './due-by-credit.ts';
import { readSettling, type SettlingFacts } from './read-settling.ts';

type Made = { by: Author | null; now: Date };
/** The cause for which a driver's credit pays by itself, by the driver's id. */
type SetOff = { setOffBy: (driverId: string) => string };
type Settling = Made & {
  /** These drivers, as the caller has read them since they were locked. */
  known?: SettlingFacts;
  /** Drivers whose credit is of new money, which ends a person's hold on it once it can pay. */
  paying?: ReadonlySet<string>;
  /** Drivers whose facts are asked for, also where their credit pays nothing. */
  told?: ReadonlySet<string>;
  reason?: string;
  /**
   * Whether the driver may owe what was paid out of credit: never by default more than before;
   * `any` where the money never came, `none` where records part again.
   */
  debt?: 'any' | 'none';
};

/** Uses of credit that were made and returned, and how these drivers stand then, by their ids. */
export type Settled = {
  made: readonly BookedUse[];
  returned: readonly BookedUse[];
  facts: ReadonlyMap<string, CreditFacts>;
};

const refuseRefunded = (): Refusal =>
  new Refusal(
    'conflict',
    'Credit that this money made was refunded, so it cannot be taken away. Withdraw that refund first, if it is not paid yet.',
  );

/** Refuses credit below zero that is further below than it was, unless all of it may be owed. */
const refuseNewDebt = (
  credits: ReadonlyMap<string, bigint>,
  { credits: before }: SettlingFacts,
  debt: Settling['debt'],
): void => {
  if (debt === 'any') return;
  const least = (id: string): bigint => (debt === 'none' ? 0n : (before.get(id) ?? 0n));
  if ([...credits].some(([id, credit]) => credit < 0n && credit < least(id))) throw refuseRefunded();
};

/** Returns the newest uses of credit that is not there any more, and adds them to the credit. */
const returnUncovered = async (
  tx: Tx,
  credits: Map<string, bigint>,
  known: SettlingFacts,
  { by, now, reason, debt }: Settling,
): Promise<BookedUse[]> => {
  const short = [...credits].filter(([, credit]) => credit < 0n).map(([id]) => id);
  if (short.length === 0) return [];
  const returned = (await usesOfDrivers(tx, short)).filter(({ driver_id, amount }) => {
    const [credit, used] = [credits.get(driver_id) ?? 0n, toPesewas(amount)];
    // A fee that was given up whole has no credit to return.
    if (credit >= 0n || used === 0n) return false;
    credits.set(driver_id, credit + used);
    return true;
  });
  refuseNewDebt(credits, known, debt);
  await transition(tx, creditUses, { ids: pluck(returned, 'id'), change: 'unwind', by, reason, now });
  return returned;
};

const waivedUpTo = ({ waive_up_to }: Pick<Site, 'waive_up_to'>): bigint => toPesewas(waive_up_to);

/** The most that the server gives up by itself of a fee towards which money was paid. */
export const readWaiveUpTo = async (db: Db): Promise<bigint> => waivedUpTo(await readSite(db));

/** Leaves out credit that pays nothing, as most does: below any price and the debt of before. */
const leaveOutSmall = (
  credits: Map<string, bigint>,
  { lowestPrice, openingDebts, site }: SettlingFacts,
  told?: ReadonlySet<string>,
): void => {
  const isBelow = (credit: bigint, amount: bigint | null | undefined): boolean =>
    amount === null || amount === undefined || credit < amount - waivedUpTo(site);
  for (const [id, credit] of credits) {
    const isSmall = isBelow(credit, lowestPrice) && (credit <= 0n || isBelow(credit, openingDebts.get(id)));
    if (isSmall && !told?.has(id)) credits.delete(id);
  }
};

type Payable = { id: string; fees: readonly CreditedFee[] };

/** Stores the uses that pay these fees, and gives them as stored. */
const storeUses = async (
  tx: Tx,
  payable: readonly Payable[],
  { types, now }: { types: PaymentTypes; now: Date },
): Promise<BookedUse[]> => {
  const periods = new Map(types.map(({ type_code, period }) => [type_code, period]));
  const uses = payable.flatMap(({ id, fees }) =>
    fees.map((paid) => {
      const { type_code, payment_year, payment_month, waived } = paid;
      const fee = { type_code, payment_year, payment_month, period: periods.get(type_code) ?? 'any' };
      const waived_as = toPesewas(waived) > 0n ? ('waiver' as const) : null;
      const money = { amount: usedFor(paid), waived, waived_as };
      return { ...fee, ...money, driver_id: id, used_on: today(now), used_by: null, used_at: now };
    }),
  );
  const made = await insertCreditUses(tx, uses);
  const first = firstFeeOf(types)?.type_code;
  const payers = made.filter(({ type_code }) => type_code === first);
  await setUnpaidSince(tx, pluck(payers, 'driver_id'), null);
  return made;
};

type Payer = { id: string; driver_code: string };

/** Logs the fees that credit has paid by itself, with the credit that is left then. */
const logUses = async (
  tx: Tx,
  { made, facts }: Settled,
  { drivers, setOffBy, by, now }: Made & SetOff & { drivers: readonly Payer[] },
): Promise<void> => {
  const codes = new Map(drivers.map(({ id, driver_code }) => [id, driver_code]));
  const entries = made.map((use) => ({
    action: 'credit.use' as const,
    subject: { kind: 'use of credit', id: use.id, name: nameOfFee(use) },
    after: {
      driver_code: codes.get(use.driver_id),
      fee: nameOfFee(use),
      amount: use.amount,
      ...(use.waived_as && { waived: use.waived }),
      credit_left: fromPesewas(facts.get(use.driver_id)?.credit ?? 0n),
      set_off_by: `${setOffBy(use.driver_id)}${by ? `, by ${by.login}` : ''}`,
    },
  }));
  await auditAll(tx, SERVER_ITSELF, entries, now);
};

/**
 * Lets the credit of locked drivers pay their due fees by itself, and returns the newest uses that
 * it does not cover any more. `credits` are as they will be once the caller has posted; the uses
 * are for the caller to post with `entriesOfSettled`, last, since that locks the books.
 */
export const settleCredit = async (
  tx: Tx,
  credits: ReadonlyMap<string, bigint>,
  asked: Settling & SetOff,
): Promise<Settled> => {
  const left = new Map([...credits].filter(([, credit]) => credit !== 0n));
  if (left.size === 0) return { made: [], returned: [], facts: new Map() };
  const known = asked.known ?? (await readSettling(tx, [...left.keys()]));
  const returned = await returnUncovered(tx, left, known, asked);
  leaveOutSmall(left, known, asked.told);
  if (left.size === 0) return { made: [], returned, facts: new Map() };
  const { types } = known;
  const drivers = await driversById(tx, [...left.keys()]);
  const facts = new Map<string, CreditFacts>(
    await readStandings(tx, drivers, today(asked.now), { types, credits: left }),
  );
  const rules = { types, waiveUpTo: waivedUpTo(known.site) };
  const payable = drivers.flatMap(({ id, removed_at }): Payable[] => {
    const own = facts.get(id);
    const fees = own && !removed_at ? feesPaidByCredit(own, rules) : [];
    return fees.length === 0 ? [] : [{ id, fees }];
  });
  if (payable.length === 0) return { made: [], returned, facts };
  const held = await driversHoldingCredit(tx, pluck(payable, 'id'));
  const released = [...held].filter((id) => asked.paying?.has(id));
  if (released.length > 0) await releaseCredit(tx, released);
  const paying = payable.filter(({ id }) => !held.has(id) || released.includes(id));
  const made = await storeUses(tx, paying, { types, now: asked.now });
  for (const { id, fees } of paying) {
    const own = facts.get(id);
    if (own) facts.set(id, afterPaying(own, fees));
  }
  const settled = { made, returned, facts };
  if (made.length > 0) await logUses(tx, settled, { ...asked, drivers });
  return settled;
};

/** Returns what a locked driver's credit has paid by itself, but for the uses given. */
export const returnOwnUses = async (
  tx: Tx,
  driverId: string,
  before: readonly string[],
  { by, now, reason }: Settling,
): Promise<BookedUse[]> => {
  const uses = await usesOfDrivers(tx, [driverId]);
  const own = uses.filter(({ id, used_by }) => used_by === null && !before.includes(id));
  await transition(tx, creditUses, { ids: pluck(own, 'id'), change: 'unwind', by, reason, now });
  return own;
};

/** The entries of uses that were made. */
export const entriesOfSettled = ({ made }: Settled): NewEntry[] => made.map(entryOfUse);

/** Posts uses that were made and returned. */
export const postSettled = async (
  tx: Tx,
  settled: Settled,
  { reason = 'the money is not there any more', ...made }: Made & { reason?: string | undefined },
): Promise<void> => {
  const description = `Credit returned: ${reason}`;
  const subjectIds = pluck(settled.returned, 'id');
  await reverse(tx, { kind: 'credit use', subjectIds, day: today(made.now), description }, made);
  await post(tx, entriesOfSettled(settled), made);
};

/** Lets the credit of locked drivers pay by itself, and posts that. */
export const payByCredit = async (tx: Tx, driverIds: readonly string[], made: Made & SetOff): Promise<Settled> => {
  const settled = await settleCredit(tx, await creditOf(tx, driverIds), made);
  await postSettled(tx, settled, made);
  return settled;
};
