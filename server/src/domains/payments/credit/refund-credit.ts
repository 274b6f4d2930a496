import { formatMoney, fromPesewas } from '@banbo/contract';
import type { Db, Tx } from '#db/database.ts';
import type { Subject } from '#domains/approvals';
import { lockDrivers } from '#domains/drivers';
import { creditOf } from '#domains/ledger';
import type { Author } from '#lib/caller.ts';
import { Refusal } from '#lib/refusal.ts';
import { pluck, presentOf } from '#lib/values.ts';
import { type CreditedPayment, paymentsThatMadeCredit } from './credit.repo.ts';
import { postSettled, settleCredit } from './settle-credit.ts';

type OfDriver = { driverId: string; pesewas: bigint };
type Made = { by: Author; now: Date };

/** Locks a driver and gives the credit that is there, in pesewas. */
export const lockCredit = async (tx: Tx, driverId: string): Promise<bigint> => {
  await lockDrivers(tx, [driverId]);
  return (await creditOf(tx, [driverId])).get(driverId) ?? 0n;
};

/**
 * Locks a driver whose credit is refunded, and gives what is left of it then. Refused with 409
 * `conflict` for more than there is.
 */
export const takeCredit = async (tx: Tx, { driverId, pesewas }: OfDriver): Promise<bigint> => {
  const credit = await lockCredit(tx, driverId);
  if (pesewas <= credit) return credit - pesewas;
  const [is, asked] = [credit, pesewas].map((sum) => formatMoney(fromPesewas(sum)));
  throw new Refusal('conflict', `The credit is ${is}, so ${asked} cannot be given back.`);
};

type Changing = OfDriver & {
  /** Posts the change. */
  book: () => Promise<void>;
  setOffBy: string;
};

/** Adds to a driver's credit, or below 0 takes from it, and settles the fees that it pays. */
const changeCredit = async (
  tx: Tx,
  { driverId, pesewas, book, setOffBy }: Changing,
  made: Made & { reason?: string },
): Promise<void> => {
  const credit = await lockCredit(tx, driverId);
  const settled = await settleCredit(tx, new Map([[driverId, credit + pesewas]]), {
    ...{ ...made, setOffBy: () => setOffBy },
    ...(pesewas < 0n && { debt: 'any' as const }),
  });
  await book();
  await postSettled(tx, settled, made);
};

/** Puts credit back that was to be refunded, and due fees are paid with it. */
export const putBackCredit = (tx: Tx, given: Omit<Changing, 'setOffBy'>, made: Made): Promise<void> =>
  changeCredit(tx, { ...given, setOffBy: 'a refund that was withdrawn' }, made);

/** Takes a refund that is owed back out of the credit, which may be below zero then. */
export const oweRefund = (
  tx: Tx,
  { pesewas, ...given }: Omit<Changing, 'setOffBy'>,
  made: Made & { reason: string },
): Promise<void> => changeCredit(tx, { ...given, pesewas: -pesewas, setOffBy: 'a refund that is owed back' }, made);

/** Adds a debt that was written off to the credit that it took below zero. */
export const forgiveDebt = (tx: Tx, given: Omit<Changing, 'setOffBy'>, made: Made): Promise<void> =>
  changeCredit(tx, { ...given, setOffBy: 'a debt that was written off' }, made);

/** The records of received money in which a hand counts, as the domain that has it knows them. */
export type RecordsOfMoney = (
  db: Db,
  money: { transferIds: readonly string[]; transactionIds: readonly string[] },
) => Promise<Subject[]>;

type PaymentOfMoney = Pick<CreditedPayment, 'id' | 'transfer_id' | 'transaction_id'>;

/** Payments as records in which a hand counts, with those of their money. */
export const recordsOfPayments = async (
  db: Db,
  payments: readonly PaymentOfMoney[],
  recordsOfMoney: RecordsOfMoney,
): Promise<Subject[]> => {
  const transferIds = presentOf(pluck(payments, 'transfer_id'));
  const ofMoney = await recordsOfMoney(db, { transferIds, transactionIds: pluck(payments, 'transaction_id') });
  return [...payments.map(({ id }) => ({ kind: 'payment', id })), ...ofMoney];
};

/**
 * All money that made a driver's credit as records in which a hand counts: which part of it is left
 * could be chosen. Rule 4 of docs/product/approvals.md.
 */
export const recordsOfCredit = async (db: Db, driverId: string, recordsOfMoney: RecordsOfMoney): Promise<Subject[]> => {
  if (((await creditOf(db, [driverId])).get(driverId) ?? 0n) <= 0n) return [];
  return recordsOfPayments(db, await paymentsThatMadeCredit(db, driverId), recordsOfMoney);
};
