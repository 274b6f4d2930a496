import { type CaptureMomo, feeMoneyText, formatDay, formatMoney, normalizePhone } from '@banbo/contract';
import type { Db, Tx } from '#db/database.ts';
import { audit } from '#domains/audit';
import { namingOtherCars } from '#domains/drivers';
import { claimsBelowPrice, type HoldingPayment, paymentsOfTransaction } from '#domains/payments';
import { Refusal, refusalAt } from '#lib/refusal.ts';
import { matchTransfers, type Recorded, recordTransfers } from '../transfers/match-transfers.ts';
import { entriesOfNew } from '../transfers/money-in-books.ts';
import { transfersOfIds } from '../transfers/transfers.repo.ts';
import { claimInWords, presentClaim } from './find-claim.ts';
import type { MadeAtDesk } from './transfer-id.ts';
import { momoIdIn, receivedDay } from './transfer-id.ts';

type Captured = { result: 'cleared' | 'differs' | 'no_claim' | 'already'; message: string; payment_ids: string[] };

const subjectOf = ({ id, transaction_id }: Pick<Recorded, 'id' | 'transaction_id'>) => ({
  kind: 'transfer',
  id,
  name: transaction_id,
});

/** Explains why the money has not cleared the payment with its transaction ID. */
const reasonOf = async (
  tx: Tx,
  payment: HoldingPayment,
  { amount, reference, now }: { amount: string; reference: string; now: Date },
): Promise<string> => {
  const { id, status, driver_id } = payment;
  if (status === 'cleared') return 'A payment with this transaction ID was cleared before without it.';
  if ((await namingOtherCars(tx, [{ id, reference, driverId: driver_id }])).has(id)) {
    return 'Its reference is the car number of another driver, so the claim waits on Payment Clearance.';
  }
  const below = payment.amount === amount ? (await claimsBelowPrice(tx, [payment], now)).get(id) : undefined;
  if (below) return `It waits on Payment Clearance, since it is below the price. ${feeMoneyText(below)}`;
  return 'The claim differs or is already paid otherwise, so it waits on Payment Clearance.';
};

/** Describes in a sentence the result of new money. */
const outcomeOf = async (
  tx: Tx,
  { transaction_id, amount, reference }: Recorded,
  { payment_ids, now }: { payment_ids: string[]; now: Date },
): Promise<Captured> => {
  const [payment] = await paymentsOfTransaction(tx, transaction_id);
  const captured = `${formatMoney(amount)} is captured.`;
  if (!payment) {
    return {
      result: 'no_claim',
      message: `${captured} Nobody has claimed it yet; it clears the claim when that comes.`,
      payment_ids,
    };
  }
  const words = await claimInWords(tx, await presentClaim(tx, payment, now));
  if (payment_ids.length > 0) {
    return { result: 'cleared', message: `${captured} The claim is cleared. ${words}.`, payment_ids };
  }
  const why = await reasonOf(tx, payment, { amount, reference, now });
  return { result: 'differs', message: `${captured} ${why} ${words}.`, payment_ids };
};

const conflictWith = ({ transaction_id, amount, received_on }: Recorded): Refusal => {
  const known = `${formatMoney(amount)}, received on ${formatDay(received_on)}`;
  const message = `${transaction_id} was captured before with ${known}. Please check the amount; both are kept for a supervisor.`;
  return refusalAt('conflict', 'amount', message);
};

/**
 * Records money that the MoMo account received, and clears the claim with its transaction ID and
 * amount. Known money stays unchanged; another amount for it is refused with 409 `conflict`.
 */
export const captureMomo = async (
  tx: Tx,
  given: CaptureMomo,
  { by, networks, now, approvedBy }: MadeAtDesk,
): Promise<Captured> => {
  const { amount, mobile_number, payer_name = '', reference = '', pasted = false, seen_in_account = false } = given;
  const facts = {
    amount,
    received_on: receivedDay(given.received_on, now),
    payer_name: payer_name.toUpperCase(),
    payer_number: normalizePhone(mobile_number) ?? '',
    reference: reference.toUpperCase(),
  };
  const transaction_id = momoIdIn(given.transaction_id, networks);
  const [transfer] = await recordTransfers(tx, [{ mode: 'momo', transaction_id, ...facts, source: 'capture' }], {
    by,
    now,
  });
  if (!transfer) throw new Error(`The transfer ${transaction_id} was not recorded`);
  if (!transfer.isNew && transfer.amount !== amount) throw conflictWith(transfer);
  if (!transfer.isNew && approvedBy !== undefined) {
    throw new Refusal('conflict', `The money of ${transaction_id} was recorded meanwhile.`);
  }
  const after = { ...facts, pasted, seen_in_account, ...(approvedBy && { approved_by: approvedBy }) };
  if (transfer.isNew) await audit(tx, by, { action: 'clearance.capture', subject: subjectOf(transfer), after }, now);
  const entries = entriesOfNew([transfer], by);
  const matching = { now, entries, setOffBy: `a capture by ${by.login}` };
  const cleared = [...(await matchTransfers(tx, [transfer.id], matching)).values()];
  if (!transfer.isNew && cleared.length === 0) {
    const message = `This payment was already captured, received on ${formatDay(transfer.received_on)}; nothing was changed.`;
    return { result: 'already', message, payment_ids: [] };
  }
  return outcomeOf(tx, transfer, { payment_ids: cleared, now });
};

/** Logs another amount for known money, after the refusal was rolled back. */
export const keepDifferingCapture = async (
  db: Db,
  given: CaptureMomo,
  { by, networks, now }: MadeAtDesk,
): Promise<void> => {
  const [known] = await transfersOfIds(db, [momoIdIn(given.transaction_id, networks)]);
  if (!known || known.amount === given.amount) return;
  const change = { before: { amount: known.amount }, after: { amount: given.amount } };
  await audit(db, by, { action: 'clearance.capture_differs', subject: subjectOf(known), ...change }, now);
};
