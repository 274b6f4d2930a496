import {
  CashCorrection,
  formatMoney,
  holds,
  Id,
  type Network,
  PositiveMoney,
  today,
  type WaitingCorrection,
} from '@banbo/contract';
import { z } from 'zod';
import type { Db, Tx } from '#db/database.ts';
import { type Approvers, askApproval, defineApproval, kindsFor, waitingApproval } from '#domains/approvals';
import { ownersById } from '#domains/drivers';
import { loginsOf } from '#domains/identity';
import { type ClaimCase, clearedPayments, driversIn, readClaimCase } from '#domains/payments';
import type { Author, Caller } from '#lib/caller.ts';
import { existing, Refusal, refusalAt } from '#lib/refusal.ts';
import { moneyDetails } from '../decisions/cases.repo.ts';
import { feeOfCase } from '../decisions/show-case.ts';
import { paymentSubject, recordsOfMoney } from '../transfers/money-subjects.ts';
import { lockGone, type RefundsOfMoney, reverseGone } from '../transfers/never-came.ts';
import { type Transfer, transfersById } from '../transfers/transfers.repo.ts';
import { feesInWords } from './backdated-money.ts';
import { receivePayment } from './receive-payment.ts';

/** Cash with the one payment that it cleared. Refused with 404 `not_found` and 409 `conflict`. */
const readCash = async (db: Db, transferId: string): Promise<{ claim: ClaimCase; transfer: Transfer }> => {
  const transfer = existing((await transfersById(db, [transferId]))[0], 'receipt of money');
  const [id, ...others] = await clearedPayments(db, transferId);
  const claim = id === undefined ? null : await readClaimCase(db, id);
  if (!claim || transfer.mode !== 'cash')
    throw new Refusal('conflict', 'Only cash that paid a fee can be corrected this way.');
  if (claim.driver_id === null) {
    throw new Refusal('conflict', 'This cash paid for land. Ask somebody who may reverse payments to reverse it.');
  }
  if (others.length > 0 || transfer.amount !== claim.amount) {
    throw new Refusal('conflict', 'This cash paid several fees. Ask somebody who may reverse payments to reverse it.');
  }
  return { claim, transfer };
};

/** The payment's fee with the right amount, as the desk receives it. */
const rightFee = async (db: Db, claim: ClaimCase, amount: string) => {
  const driver = existing((await ownersById(db, driversIn([claim]))).get(claim.driver_id ?? ''), 'driver');
  const { payment_type, payment_year, payment_month } = feeOfCase(claim);
  return {
    ...{ car_number: driver.car_number, driver_code: driver.driver_code, payment_type, amount },
    ...(payment_year !== null && { payment_year }),
    ...(payment_month !== null && { payment_month }),
  };
};

/** Stored until it is approved; of which payment, and `was` is the amount that the asker saw. */
const Correction = z.strictObject({ payment: Id, was: PositiveMoney, ...CashCorrection.shape });

const KIND = 'cash.correct';

/** The correction of this money that waits, as the caller sees it; null where none does. */
export const waitingCorrection = async (
  db: Db,
  transferId: string,
  caller: Caller,
): Promise<WaitingCorrection | null> => {
  const waiting = await waitingApproval(db, { kind: KIND, subjectId: transferId });
  if (!waiting) return null;
  const { payment, was, amount, reason } = Correction.parse(waiting.input);
  const isSeen = waiting.asked_by === caller.accountId || kindsFor(caller).includes(KIND);
  const logins = await loginsOf(db, [waiting.asked_by]);
  return {
    ...{ approval_id: isSeen ? waiting.id : null, payment_id: payment, was, amount, reason },
    asked_by: logins.get(waiting.asked_by) ?? '',
    asked_at: waiting.asked_at.toISOString(),
  };
};

/** Credit pays a fee as soon as its payment is reversed; a merge may have another one pay it. */
const PAID_OTHERWISE =
  'Without this cash the fee is paid by other money of the driver. Somebody who may reverse payments can reverse this one instead.';

type Deps = { networks: () => Promise<readonly Network[]>; refunds: RefundsOfMoney };

type Correcting = {
  input: z.infer<typeof Correction>;
  transferId: string;
  /** The person who took the cash, in whose name the right amount is received. */
  takenBy: Pick<Author, 'accountId' | 'login'>;
  by: Author;
  now: Date;
};

/**
 * Reverses what was typed and receives the right amount. Refused with 403 `not_permitted` to
 * somebody who had a hand in the cash or its payment, as any reversal is.
 */
const replaceCash = async (
  tx: Tx,
  { input: { payment, was, amount, reason }, transferId, takenBy, by, now }: Correcting,
  { networks, refunds }: Deps,
) => {
  const gone = await lockGone(tx, { transferId, refunds, open: 'refuse' });
  const { claim, transfer } = await readCash(tx, transferId);
  if (claim.id !== payment) throw new Refusal('conflict', 'This cash now pays another fee. Please look again.');
  if (claim.amount !== was) {
    throw new Refusal('conflict', `It is ${formatMoney(claim.amount)} now, not ${formatMoney(was)}.`);
  }
  const { payer_name, reference } = await moneyDetails(tx, transferId);
  const inWords = `Corrected to ${formatMoney(amount)}: ${reason}`;
  await reverseGone(tx, gone, { refunds, reason, inWords, by, now });
  const { received_on } = transfer;
  const payments = [await rightFee(tx, claim, amount)];
  // The cash of its own day has been handed over: docs/product/clearance.md, rule 63.
  const bookedOn = today(now);
  const made = { by: { ...by, ...takenBy }, networks: await networks(), now, approvedBy: by.login, bookedOn };
  const received = { mode: 'cash', amount, received_on, payer_name, reference, payments } as const;
  return receivePayment(tx, received, made).catch((error: unknown) => {
    throw error instanceof Refusal && error.code === 'already_paid' ? new Refusal('conflict', PAID_OTHERWISE) : error;
  });
};

/** Another amount of cash: what was typed is reversed, and the right amount received instead. */
export const cashCorrection = (deps: Deps) => ({
  ...defineApproval({
    kind: KIND,
    input: Correction,
    handsIn: async (db, transferId) => {
      const payments = (await clearedPayments(db, transferId)).map(paymentSubject);
      return [...payments, ...(await recordsOfMoney(db, { transferIds: [transferId] }))];
    },
    apply: (tx, { input, subjectId: transferId, askedBy, by, now }) =>
      replaceCash(tx, { input, transferId, takenBy: askedBy, by, now }, deps),
  }),
  atOnce: (tx: Tx, asked: Correcting) => replaceCash(tx, asked, deps),
});

export type CorrectionDeps = Approvers & { correction: ReturnType<typeof cashCorrection> };

type Asked = { id: string; body: CashCorrection; by: Caller; now: Date };

type Corrected = { message: string; payment_ids: string[] };

/**
 * Corrects the amount of cash that somebody else took, for whoever may reverse payments, or asks
 * for it, for whoever took it. Refused with 403 `not_permitted` to others and to those with a hand
 * in it, and with 409 `conflict` where the cash paid several fees, or stands in the books no more.
 */
export const correctCash = async (
  tx: Tx,
  { id, body: { amount, reason }, by, now }: Asked,
  { correction, staff }: CorrectionDeps,
): Promise<Corrected> => {
  const payment = existing(await readClaimCase(tx, id), 'payment');
  if (payment.transfer_id === null) throw new Refusal('conflict', 'This payment was not cleared with cash.');
  const { claim, transfer } = await readCash(tx, payment.transfer_id);
  const isTheirs = transfer.captured_by === by.accountId;
  if (!isTheirs && !(holds(by, 'payments.reverse') && holds(by, 'payments.clear'))) {
    throw new Refusal('not_permitted', 'Only the person who took this cash can ask for its correction.');
  }
  const was = claim.amount;
  if (amount === was) throw refusalAt('refused', 'amount', `${formatMoney(was)} is what was received.`);
  const input = { payment: claim.id, was, amount, reason };
  if (!isTheirs && transfer.captured_by !== null) {
    const accountId = transfer.captured_by;
    const takenBy = { accountId, login: (await loginsOf(tx, [accountId])).get(accountId) ?? '' };
    return correction.atOnce(tx, { input, transferId: transfer.id, takenBy, by, now });
  }
  const changes = [
    { field: 'Amount', before: formatMoney(was), after: formatMoney(amount) },
    ...(await feesInWords(tx, [await rightFee(tx, claim, amount)])),
  ];
  const subject = { id: transfer.id, name: `the cash ${transfer.transaction_id}` };
  const asked = await askApproval(tx, correction, { subject, input, changes, reason, by, now }, staff);
  return { message: asked.message, payment_ids: [] };
};
