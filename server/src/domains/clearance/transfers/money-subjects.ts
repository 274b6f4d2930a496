import { type PlanSlug, planIn, today, transactionKey } from '@banbo/contract';
import type { Db } from '#db/database.ts';
import type { HandKind, Subject } from '#domains/approvals';
import { driversById, planSubject } from '#domains/drivers';
import type { ClaimCase } from '#domains/payments';
import { priceSubject } from '#domains/prices';
import { pluck } from '#lib/values.ts';
import { type Transfer, transfersById, transfersOfIds } from './transfers.repo.ts';

/** Money as a record in which somebody had a hand. */
export const moneySubject = ({ id }: Pick<Transfer, 'id'>): Subject => ({ kind: 'transfer', id });

/** Money as the list of decisions made alone has it. */
export const namedMoney = (transfer: Pick<Transfer, 'id' | 'transaction_id'>) => ({
  ...moneySubject(transfer),
  name: transfer.transaction_id,
});

export const paymentSubject = (id: string): Subject => ({ kind: 'payment', id });

/** A transaction ID, in which those have a hand who gave it to a claim, or took it from one. */
export const transactionSubject = (transactionId: string): Subject => ({
  kind: 'transaction',
  id: transactionKey(transactionId),
});

type Claim = Pick<
  ClaimCase,
  'id' | 'key' | 'driver_id' | 'type_code' | 'payment_year' | 'payment_month' | 'status' | 'created_at'
>;

/** The records that decide what each claim costs, in which a hand counts since the claim came. */
const pricesOf = async (db: Db, claims: readonly Claim[]): Promise<(claim: Claim) => Subject[]> => {
  const drivers = await driversById(db, pluck(claims, 'driver_id'));
  const plans = new Map(drivers.map((driver) => [driver.id, driver.plans]));
  return ({ driver_id, type_code, payment_year, payment_month, created_at: since }) => {
    const year = payment_year ?? Number(today(since).slice(0, 4));
    const price = (plan: PlanSlug | null) => ({ ...priceSubject({ year, type_code, plan }), since });
    if (payment_month === null) return [price(null)];
    const month = `${year}-${String(payment_month).padStart(2, '0')}`;
    const begun = (plans.get(driver_id) ?? []).filter(({ from }) => from <= month);
    const changes = begun.map(({ from }) => ({ ...planSubject(driver_id, from), since }));
    return [price(null), price(planIn(begun, month)), ...changes];
  };
};

/** The records of claims in which a hand keeps a person from deciding, by the claims' ids. */
export const subjectsOfClaims = async (db: Db, claims: readonly Claim[]): Promise<ReadonlyMap<string, Subject[]>> => {
  const waiting = claims.filter(({ status }) => status === 'submitted');
  const prices = waiting.length === 0 ? () => [] : await pricesOf(db, waiting);
  return new Map(
    claims.map((claim) => {
      const { id, key, status } = claim;
      const own = [paymentSubject(id), { kind: 'transaction', id: key }];
      return [id, status === 'submitted' ? [...own, ...prices(claim)] : own];
    }),
  );
};

/** The records of money in which a hand counts, but for some ways to have had one. */
export const subjectsOfMoney = (transfer: Transfer, but: readonly HandKind[] = []): Subject[] => [
  { ...moneySubject(transfer), but },
  { kind: 'transaction', id: transfer.key },
];

/**
 * The records of received money in which a hand counts, found by its numbers and by transaction
 * IDs, also of those that no money has yet.
 */
export const recordsOfMoney = async (
  db: Db,
  { transferIds, transactionIds = [] }: { transferIds: readonly string[]; transactionIds?: readonly string[] },
): Promise<Subject[]> => {
  const transfers = [...(await transfersById(db, transferIds)), ...(await transfersOfIds(db, transactionIds))];
  return [...transfers.flatMap((transfer) => subjectsOfMoney(transfer)), ...transactionIds.map(transactionSubject)];
};
