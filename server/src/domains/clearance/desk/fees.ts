import {
  formatMoney,
  type PaidFee,
  type PaymentSubmission,
  type ReceivedPayment,
  transactionKey,
  transactionName,
} from '@banbo/contract';
import type { Db, Tx } from '#db/database.ts';
import { noteHands } from '#domains/approvals';
import { correctClaim, judgeClaim, paymentsSource, readClaim, showPayment, storeClaim } from '#domains/payments';
import type { Author } from '#lib/caller.ts';
import { Refusal } from '#lib/refusal.ts';
import { rejectClaim } from '../decisions/decide-case.ts';
import { refuseOwnDecision } from '../transfers/hands-in-money.ts';
import { namedMoney, paymentSubject, transactionSubject } from '../transfers/money-subjects.ts';
import { idForEntry } from '../transfers/network-ids.ts';
import { transfersOfIds } from '../transfers/transfers.repo.ts';
import type { MadeAtDesk } from './transfer-id.ts';
import { momoIdIn } from './transfer-id.ts';

type Person = Pick<MadeAtDesk, 'by' | 'now'>;

/**
 * Refuses to give a claim the transaction ID of money to somebody with a hand in that money: the
 * claim would be cleared although it differed from it.
 */
const refuseIdOfOwn = async (tx: Tx, transactionId: string, person: Person): Promise<void> => {
  const [transfer] = await transfersOfIds(tx, [transactionId]);
  if (!transfer) return;
  const decides = { action: 'payments.correct', subject: namedMoney(transfer) } as const;
  await refuseOwnDecision(tx, { money: [transfer] }, decides, person);
};

/** Notes who corrected a claim, also with the transaction IDs that it had and has. */
const noteCorrection = (
  tx: Tx,
  { id, transactionIds }: { id: string; transactionIds: readonly string[] },
  { by, now }: Person,
): Promise<void> => {
  const subjects = [paymentSubject(id), ...transactionIds.map(transactionSubject)];
  return noteHands(tx, [{ accountId: by.accountId, what: 'corrected', subjects }], now);
};

type Fee = { id: string; typeCode: string };
type Correction = Parameters<typeof correctClaim>[1]['correction'];

/** This list has the same rows as that of the payments. */
export const feePaymentsSource = paymentsSource;

export const showFee = (db: Db, { id, typeCode }: Fee) => showPayment(db, id, typeCode);

/** The ID that a fee is to have; its own may be sent again as it stands, with its network. */
const correctedId = async (tx: Tx, { id, typeCode }: Fee, given: string, { networks }: MadeAtDesk): Promise<string> => {
  const { transaction_id: own } = await showPayment(tx, id, typeCode);
  if (given.trim().toUpperCase() === own) return own;
  const to = momoIdIn(given, networks);
  return transactionKey(to) === transactionKey(own) ? to : idForEntry(tx, to);
};

/**
 * Corrects a waiting fee. Refused as a claim is, and with 403 `not_permitted` for the ID of money
 * in which the person had a hand.
 */
export const correctFee = async (
  tx: Tx,
  fee: Fee,
  given: Correction,
  made: MadeAtDesk,
): Promise<{ message: string }> => {
  const to = given.transaction_id === undefined ? null : await correctedId(tx, fee, given.transaction_id, made);
  if (to !== null) await refuseIdOfOwn(tx, to, made);
  const correction = to === null ? given : { ...given, transaction_id: to };
  const { former } = await correctClaim(tx, { ...fee, correction }, made);
  await noteCorrection(tx, { id: fee.id, transactionIds: [former, to ?? former] }, made);
  return { message: 'The payment is corrected.' };
};

/** Rejects a waiting fee. Refused with 404, and with 409 `conflict` in another state. */
export const removeFee = async (
  tx: Tx,
  { id, typeCode }: Fee,
  { reason = 'Deleted by the office.', by, now }: { reason?: string | undefined; by: Author; now: Date },
): Promise<{ message: string }> => {
  const { status, transaction_id } = await showPayment(tx, id, typeCode);
  if (status === 'cleared') {
    const why = `The payment ${transactionName(transaction_id)} was cleared, so it is not deleted. Reverse it instead, with a reason.`;
    throw new Refusal('conflict', why);
  }
  await rejectClaim(tx, { id, reason, by, now });
  return { message: `The payment ${transactionName(transaction_id)} is rejected.` };
};

/** Stores a claim that staff send for a driver. Refused as a claim of the public form is. */
export const claimFee = async (
  tx: Tx,
  submission: PaymentSubmission,
  { by, networks, now }: MadeAtDesk,
): Promise<{ message: string; payment_id: string }> => {
  const claim = readClaim(submission, networks);
  const transaction_id = await idForEntry(tx, claim.transaction_id);
  const { id } = await storeClaim(tx, await judgeClaim(tx, { ...claim, transaction_id }, now));
  await noteHands(tx, [{ accountId: by.accountId, what: 'entered', subjects: [paymentSubject(id)] }], now);
  const message = `The payment of ${formatMoney(claim.amount)} is kept and waits to be cleared.`;
  return { message, payment_id: id };
};

type Given = Omit<ReceivedPayment, 'mode' | 'payments' | 'credit_to'> &
  Omit<PaidFee, 'amount'> & { mode?: ReceivedPayment['mode'] | undefined };

/**
 * Receives one fee with all of the money, by MoMo by default, through `receive`. Refused as
 * `receivePayment` is.
 */
export const receiveFee = <Answer>(given: Given, receive: (asked: ReceivedPayment) => Promise<Answer>) => {
  const { mode = 'momo', car_number, driver_code, payment_type, payment_year, payment_month, ...transfer } = given;
  const fee = { car_number, driver_code, payment_type, payment_year, payment_month, amount: transfer.amount };
  return receive({ ...transfer, mode, payments: [fee] }).catch((error: unknown) => {
    if (!(error instanceof Refusal)) throw error;
    const issues = error.extra.issues?.map(({ path, message }) => ({ path: path.replace('payments.0.', ''), message }));
    throw new Refusal(error.code, error.message, issues ? { issues } : {}, { cause: error.cause });
  });
};
