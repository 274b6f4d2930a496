import {
  dueFrom,
  type FeeMoney,
  feeName,
  formatMoney,
  fromPesewas,
  groupThousands,
  today,
  toPesewas,
} from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { driversById } from '#domains/drivers';
import { readPaymentTypes } from '#domains/prices';
import type { Fee } from '../claims/fee-rules.ts';
import { driversIn, isOfDriver } from '../payer.repo.ts';
import { describeBy, presentFee } from '../standing/due-fees.ts';
import { readStandings } from '../standing/read-standings.ts';
import { type CreditFacts, heldWords, isBelowPrice, moneyOfFee, reachesPrice } from './due-by-credit.ts';
import { readWaiveUpTo } from './settle-credit.ts';

/** A claim with the price at which it was sent; credit is asked for of drivers' alone. */
type Claimed = Fee & { id: string; driver_id: string | null; amount: string; amount_due: string | null };

const readFacts = async (db: Db, claims: readonly Claimed[], now: Date) => {
  const types = await readPaymentTypes(db);
  const drivers = await driversById(db, driversIn(claims));
  return { types, facts: await readStandings(db, drivers, today(now), { types }) };
};

const shownMoney = (facts: CreditFacts, claim: Claimed, now: Date): FeeMoney => ({
  ...moneyOfFee(facts, claim, claim.amount_due),
  due_from: dueFrom(claim, today(now)),
});

/** True for a part of what is due of a code of the land side; one without a price has no parts. */
const isPartOfLand = ({ driver_id, amount_due, ...claim }: Claimed): boolean =>
  driver_id === null && amount_due !== null && isBelowPrice({ ...claim, amount_due });

/** Nothing is held towards a payment of the land side; a part of what is due misses the rest. */
const moneyOfLand = (claim: Claimed): FeeMoney => {
  const [price, nothing] = [claim.amount_due, '0.00'];
  const missing = isPartOfLand(claim) ? price : null;
  const none = { paid: nothing, waived: nothing, credit: nothing, due_from: null };
  return { ...none, price, missing, owed: missing ?? nothing };
};

/** The money that is there for each claim's fee, by the claims' ids. */
export const moneyOfClaims = async (
  db: Db,
  claims: readonly Claimed[],
  now: Date,
): Promise<ReadonlyMap<string, FeeMoney>> => {
  if (claims.length === 0) return new Map();
  const { facts } = await readFacts(db, claims, now);
  return new Map(
    claims.flatMap((claim): [string, FeeMoney][] => {
      if (claim.driver_id === null) return [[claim.id, moneyOfLand(claim)]];
      const standing = facts.get(claim.driver_id ?? '');
      return standing ? [[claim.id, shownMoney(standing, claim, now)]] : [];
    }),
  );
};

/**
 * The money that is there for the fees of those claims that do not reach the price, neither alone
 * nor with their driver's credit and what the server waives by itself; `isWhole` leaves that out.
 * Costs nothing where all are of their price.
 */
export const claimsBelowPrice = async (
  db: Db,
  claims: readonly Claimed[],
  now: Date,
  { isWhole = false }: { isWhole?: boolean } = {},
): Promise<ReadonlyMap<string, FeeMoney>> => {
  const parts = claims.filter(isPartOfLand).map((claim): [string, FeeMoney] => [claim.id, moneyOfLand(claim)]);
  const below = claims.filter(isOfDriver).filter(isBelowPrice);
  if (below.length === 0) return new Map(parts);
  const { types, facts } = await readFacts(db, below, now);
  const rules = { types, waiveUpTo: isWhole ? 0n : await readWaiveUpTo(db) };
  const ofDrivers = below.flatMap((claim): [string, FeeMoney][] => {
    const standing = facts.get(claim.driver_id);
    if (!standing || reachesPrice(standing, claim, rules)) return [];
    return [[claim.id, shownMoney(standing, claim, now)]];
  });
  return new Map([...parts, ...ofDrivers]);
};

/** Says of a part of a code of land `a part: 4,900.00 is missing`; null for any other money. */
export const partInWords = (payment: Omit<Claimed, 'id'>): string | null =>
  isPartOfLand({ ...payment, id: '' })
    ? `a part: ${groupThousands(fromPesewas(toPesewas(payment.amount_due ?? '0.00') - toPesewas(payment.amount)))} is missing`
    : null;

/** Tells by a sentence each where the money of payments cleared below their price went. */
export const heldInWords = async (
  db: Db,
  payments: readonly Claimed[],
  now: Date,
): Promise<ReadonlyMap<string, string>> => {
  const below = payments.filter((one) => isPartOfLand(one) || (isOfDriver(one) && isBelowPrice(one)));
  if (below.length === 0) return new Map();
  const { types, facts } = await readFacts(db, below, now);
  const describe = describeBy(types);
  return new Map(
    below.flatMap((payment) => {
      const fee = feeName(presentFee(payment, describe(payment.type_code)));
      const part = partInWords(payment);
      if (part !== null) return [[payment.id, `${formatMoney(payment.amount)} for ${fee} is ${part}.`]];
      const standing = facts.get(payment.driver_id ?? '');
      return standing ? [[payment.id, heldWords(standing, payment, fee).sentence]] : [];
    }),
  );
};
