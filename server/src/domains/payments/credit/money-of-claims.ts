import { dueFrom, type FeeMoney, feeName, today } from '@banbo/contract';
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

/** A payment of the land side is for what it says; nothing is held towards it or missing of it. */
const moneyOfLand = ({ amount_due: price }: Claimed): FeeMoney => {
  const nothing = '0.00';
  return { price, paid: nothing, waived: nothing, missing: null, due_from: null, owed: nothing, credit: nothing };
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
  const below = claims.filter(isOfDriver).filter(isBelowPrice);
  if (below.length === 0) return new Map();
  const { types, facts } = await readFacts(db, below, now);
  const rules = { types, waiveUpTo: isWhole ? 0n : await readWaiveUpTo(db) };
  return new Map(
    below.flatMap((claim) => {
      const standing = facts.get(claim.driver_id);
      if (!standing || reachesPrice(standing, claim, rules)) return [];
      return [[claim.id, shownMoney(standing, claim, now)]];
    }),
  );
};

/** Tells by a sentence each where the money of payments cleared below their price went. */
export const heldInWords = async (
  db: Db,
  payments: readonly Claimed[],
  now: Date,
): Promise<ReadonlyMap<string, string>> => {
  const below = payments.filter(isOfDriver).filter(isBelowPrice);
  if (below.length === 0) return new Map();
  const { types, facts } = await readFacts(db, below, now);
  const describe = describeBy(types);
  return new Map(
    below.flatMap((payment) => {
      const standing = facts.get(payment.driver_id);
      if (!standing) return [];
      const fee = feeName(presentFee(payment, describe(payment.type_code)));
      return [[payment.id, heldWords(standing, payment, fee).sentence]];
    }),
  );
};
