import type { PaymentMode, PaymentStatus, Period, SharePercents } from '@banbo/contract';
import type { Tx } from '#db/database.ts';
import { lockDrivers } from '#domains/drivers';
import { Refusal } from '#lib/refusal.ts';
import { feeKey } from './claims/fee-rules.ts';
import { driversIn, isOfDriver, type PaymentPayer } from './payer.repo.ts';
import { groupsOf, idsOfPaidFees, idsOfTakenIds } from './payments.repo.ts';

/** A payment whose state changes. */
export type ChangedPayment = PaymentPayer & {
  id: string;
  status: PaymentStatus;
  type_code: string;
  period: Period;
  payment_year: number | null;
  payment_month: number | null;
  amount: string;
  /** The price at submission. */
  amount_due: string | null;
  mode: PaymentMode;
  is_credit: boolean;
  is_rest: boolean;
  /** Its money was posted before it was cleared. */
  from_unallocated: boolean;
  transaction_id: string;
  transaction_date: string;
  date_of: 'claim' | 'transfer';
  /** The money that cleared it. */
  transfer_id: string | null;
  /** The first payment of its receipt, where one receipt has several. */
  received_with: string | null;
  /** The percents by which it is shared, of stool land alone. */
  shares: SharePercents | null;
};

type Refusals = ReadonlyMap<ChangedPayment, Refusal>;

const alreadyPaid = (): Refusal =>
  new Refusal('already_paid', 'What this payment is for was already paid with another payment.');

export const takenSince = (transactionId?: string): Refusal =>
  new Refusal(
    'transaction_id_taken',
    `The transaction ID ${transactionId ? `${transactionId} ` : ''}has since been used for another payment, so the rejection cannot be undone.`,
  );

/** Detects pasted words that were taken for an ID (docs/product/payments.md, rule 12). */
const isNoId = ({ transaction_id }: ChangedPayment): boolean => !/\d/.test(transaction_id);

const noId = ({ transaction_id }: ChangedPayment): Refusal =>
  new Refusal('conflict', `${transaction_id} is not a transaction ID, so this payment can only be rejected.`);

/** Refuses payments without a valid ID, those in `late`, and repeats within the list. */
const refuseEach = (
  payments: readonly ChangedPayment[],
  late: ReadonlySet<string>,
  { keyOf, refusal }: { keyOf: (payment: ChangedPayment) => string; refusal: (payment: ChangedPayment) => Refusal },
): Refusals => {
  const refused = new Map<ChangedPayment, Refusal>();
  const seen = new Set<string>();
  for (const payment of payments) {
    const key = keyOf(payment);
    if (isNoId(payment)) refused.set(payment, noId(payment));
    else if (late.has(payment.id) || seen.has(key)) refused.set(payment, refusal(payment));
    else seen.add(key);
  }
  return refused;
};

/** Refuses paid fees and repeats. Locks the drivers first against clearing of the same fees. */
export const refusePaid = async (tx: Tx, payments: readonly ChangedPayment[]): Promise<Refusals> => {
  await lockDrivers(tx, driversIn(payments));
  const ids = payments.map(({ id }) => id);
  return refuseEach(payments, await idsOfPaidFees(tx, ids), {
    keyOf: (payment) => (payment.period === 'any' ? payment.id : `${payment.driver_id} ${feeKey(payment)}`),
    refusal: alreadyPaid,
  });
};

/** Refuses claims without a valid transaction ID: their money cannot have come. */
export const refuseNoId = async (tx: Tx, payments: readonly ChangedPayment[]): Promise<Refusals> => {
  await lockDrivers(tx, driversIn(payments));
  return refuseEach(payments, new Set(), { keyOf: ({ id }) => id, refusal: noId });
};

/** Refuses rejected claims whose transaction ID another payment, or an earlier one of them, has. */
export const refuseTaken = async (tx: Tx, payments: readonly ChangedPayment[]): Promise<Refusals> => {
  const ids = payments.map(({ id }) => id);
  return refuseEach(payments, await idsOfTakenIds(tx, ids), {
    keyOf: ({ id }) => id,
    refusal: ({ transaction_id }) => takenSince(transaction_id),
  });
};

/**
 * Refuses to reverse a part of what one receipt of the land side is for: its receipt would be void
 * for all. Locks the drivers first.
 */
export const refusePartOfReceipt = async (tx: Tx, payments: readonly ChangedPayment[]): Promise<Refusals> => {
  await lockDrivers(tx, driversIn(payments));
  const land = payments.filter((payment) => !isOfDriver(payment));
  if (land.length === 0) return new Map();
  const given = new Set(land.map(({ id }) => id));
  const whole = await groupsOf(tx, [...given]);
  const isPart = (payment: ChangedPayment): boolean => (whole.get(payment.id) ?? []).some((id) => !given.has(id));
  return new Map(
    land
      .filter(isPart)
      .map((payment) => [
        payment,
        new Refusal('conflict', 'One receipt has this payment and others. They are reversed together.'),
      ]),
  );
};
