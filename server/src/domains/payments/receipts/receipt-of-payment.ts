import { feeName, fullName, NO_RECEIPT, type TransferSource, toPesewas } from '@banbo/contract';
import type { Db, Tx } from '#db/database.ts';
import type { Letterhead } from '#domains/documents';
import { carsOfAccount } from '#domains/drivers';
import { staffDirectory } from '#domains/identity';
import {
  findReceipt,
  type NewReceipt,
  receiptByNumber,
  receiptRows,
  receiptsOf,
  voidReceipts,
} from '#domains/receipts';
import type { Author } from '#lib/caller.ts';
import { Refusal } from '#lib/refusal.ts';
import { heldWords, isBelowPrice } from '../credit/due-by-credit.ts';
import type { SettlingFacts } from '../credit/read-settling.ts';
import type { Settled } from '../credit/settle-credit.ts';
import type { OfDriver } from '../payer.repo.ts';
import { isPaymentOf, receiptLeads } from '../payments.repo.ts';
import { creditIn } from '../posted.ts';
import type { ChangedPayment } from '../refused-changes.ts';
import { describeBy, presentFee } from '../standing/due-fees.ts';

type Made = { by: Author | null; now: Date };

/** How money came in, and the account that captured or received it. */
export type TakenIn = { source: TransferSource; capturedBy: string | null };
export type Issuing = Pick<Settled, 'facts'> & {
  known: SettlingFacts;
  money: ReadonlyMap<string, TakenIn> | undefined;
  by: Author | null;
};

/** The receivers of the payments' money, in words. */
export const receiversOf = async (
  tx: Tx,
  payments: readonly { id: string }[],
  { money, by }: Pick<Issuing, 'money' | 'by'>,
): Promise<string[]> => {
  const takers = payments.map(({ id }) => takenBy(money?.get(id), by));
  const staff = await staffDirectory.named(tx, [...new Set(takers)]);
  return payments.map(({ id }, index) => inWords(money?.get(id), staff.get(takers[index] ?? null)));
};

/** The account of the person who took the money in: its captor, or whoever clears without any. */
const takenBy = (money: TakenIn | undefined, by: Author | null): string | null => {
  if (!money) return by?.accountId ?? null;
  return money.source === 'capture' || money.source === 'desk' ? money.capturedBy : null;
};

const WITHOUT_PERSON = { prompt: 'By prompt', statement: 'From a statement' } as const satisfies Partial<
  Record<TransferSource, string>
>;

const inWords = (money: TakenIn | undefined, person: { fullname: string } | undefined): string => {
  const source = money?.source;
  if (source === 'prompt' || source === 'statement') return WITHOUT_PERSON[source];
  return person?.fullname ?? 'Cleared automatically';
};

/**
 * The receipts of cleared payments, as posted: a line for the fee, and one for the credit, with the
 * company's taxes of now and the receiver of the money. `facts` are the drivers' once the credit
 * has paid.
 */
export const receiptsOfPayments = async (
  tx: Tx,
  payments: readonly OfDriver<ChangedPayment>[],
  { known, facts, money, by }: Issuing,
): Promise<NewReceipt[]> => {
  const receivers = await receiversOf(tx, payments, { money, by });
  const { tin, taxes } = known.site;
  const describe = describeBy(known.types);
  return payments.map((payment, index) => {
    const payer = known.drivers.get(payment.driver_id);
    if (!payer) throw new Error(`Payment ${payment.id} is of no driver`);
    const credit = creditIn(payment);
    const held = facts.get(payment.driver_id);
    const fee = feeName(presentFee(payment, describe(payment.type_code)));
    const isTowardsFee = isBelowPrice(payment) && !payment.is_rest;
    return {
      kind: 'payment',
      subjectId: payment.id,
      paidOn: payment.transaction_date,
      payerName: fullName(payer),
      payerDetails: `Car ${payer.car_number}, driver code ${payer.driver_code}`,
      mode: payment.mode,
      transactionId: payment.transaction_id,
      receivedBy: receivers[index] ?? '',
      price: payment.amount_due,
      tin,
      taxes,
      lines: [
        { text: fee, pesewas: toPesewas(payment.amount) - credit },
        { text: held && isTowardsFee ? heldWords(held, payment, fee).line : 'Credit', pesewas: credit },
      ],
    };
  });
};

/** Voids the receipts of reversed payments with the reversal's reason. */
export const voidForPayments = (
  tx: Tx,
  payments: readonly ChangedPayment[],
  reason: string | null,
  made: Made,
): Promise<void> =>
  voidReceipts(
    tx,
    {
      subjectIds: [...new Set(payments.map(({ id, received_with }) => received_with ?? id))],
      reason: reason ?? 'The payment was reversed.',
    },
    made,
  );

export type ReadLetterhead = () => Promise<Letterhead>;

/** The receipt of a payment as PDF, for staff. Refused with 404 `not_found` where it has none. */
export const paymentReceipt = async (db: Db, paymentId: string, letterhead: ReadLetterhead) => {
  const [receipt] = await receiptRows(db, [...(await receiptLeads(db, [paymentId])).values()]);
  if (!receipt) throw new Refusal('not_found', NO_RECEIPT);
  return receiptByNumber(db, receipt.number, letterhead);
};

/** The receipts of payments received together, on a roll. Refused as that of one payment is. */
export const paymentReceipts = async (db: Db, paymentIds: readonly string[], letterhead: ReadLetterhead) => {
  const leads = await receiptLeads(db, paymentIds);
  if (leads.size < new Set(paymentIds).size) throw new Refusal('not_found', NO_RECEIPT);
  return receiptsOf(db, [...new Set(leads.values())], letterhead);
};

/** The land side's receipt with this number, also a void one. */
export const findLandReceipt = async (db: Db, number: string) => {
  const receipt = await findReceipt(db, { number });
  return receipt?.kind === 'land payment' ? receipt : undefined;
};

/** As `findLandReceipt`; refused with 404 `not_found`. */
export const receiptOfLand = async (db: Db, number: string) => {
  const receipt = await findLandReceipt(db, number);
  if (!receipt) throw new Refusal('not_found', NO_RECEIPT);
  return receipt;
};

/** The first payment of the land side's receipt with this number. Refused as `receiptOfLand`. */
export const landSubject = async (db: Db, number: string): Promise<string> =>
  (await receiptOfLand(db, number)).subject_id;

/** A receipt of the land side by its number, on a page or on a roll. */
export const landReceipt = async (
  db: Db,
  number: string,
  { letterhead, isRoll }: { letterhead: ReadLetterhead; isRoll: boolean },
) => {
  const subject = await landSubject(db, number);
  return isRoll ? receiptsOf(db, [subject], letterhead) : receiptByNumber(db, number, letterhead);
};

/** The receipt for a member's own car; another's payment is refused as unknown. */
export const ownReceipt = async (
  db: Db,
  { accountId, paymentId }: { accountId: string; paymentId: string },
  letterhead: ReadLetterhead,
) => {
  const driverIds = (await carsOfAccount(db, accountId)).map(({ id }) => id);
  if (!(await isPaymentOf(db, { id: paymentId, driverIds }))) throw new Refusal('not_found', NO_RECEIPT);
  return paymentReceipt(db, paymentId, letterhead);
};
