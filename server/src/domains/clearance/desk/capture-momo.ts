import {
  type CaptureMomo,
  feeMoneyText,
  formatDay,
  formatMoney,
  networkName,
  phoneAnywhere,
  transactionName,
} from '@banbo/contract';
import type { Db, Tx } from '#db/database.ts';
import { noteHands } from '#domains/approvals';
import { audit } from '#domains/audit';
import { namingOtherCars, ownersById } from '#domains/drivers';
import { claimsBelowPrice, driversIn, type HoldingPayment, paymentsOfTransaction } from '#domains/payments';
import { Refusal, refusalAt } from '#lib/refusal.ts';
import { likeClaims } from '../decisions/like-claims.ts';
import { presentPayer, suggestDrivers } from '../decisions/suggest-drivers.ts';
import { matchTransfers, type Recorded, recordTransfers } from '../transfers/match-transfers.ts';
import { entriesOfNew } from '../transfers/money-in-books.ts';
import { moneySubject } from '../transfers/money-subjects.ts';
import { noteNetwork, transfersOfIds } from '../transfers/transfers.repo.ts';
import { claimInWords, presentClaim } from './find-claim.ts';
import type { MadeAtDesk } from './transfer-id.ts';
import { momoIdOf, receivedDay } from './transfer-id.ts';

type Captured = {
  result: 'cleared' | 'differs' | 'no_claim' | 'already';
  message: string;
  payment_ids: string[];
  transfer_id: string;
};

const subjectOf = ({ id, transaction_id }: Pick<Recorded, 'id' | 'transaction_id'>) => ({
  kind: 'transfer',
  id,
  name: transaction_id,
});

/** Explains why the money has not cleared the payment with its transaction ID. */
const reasonOf = async (
  tx: Tx,
  payment: HoldingPayment,
  { amount, reference, is_twinned, now }: Pick<Recorded, 'amount' | 'reference' | 'is_twinned'> & { now: Date },
): Promise<string> => {
  const { id, status, driver_id } = payment;
  if (is_twinned) return 'Money of another network has its transaction ID, so somebody decides on Payment Clearance.';
  if (status === 'cleared') return 'A payment with this transaction ID was cleared before without it.';
  if ((await namingOtherCars(tx, [{ id, reference, driverId: driver_id }])).has(id)) {
    return 'Its reference is the car number of another driver, so the claim waits on Payment Clearance.';
  }
  const below = payment.amount === amount ? (await claimsBelowPrice(tx, [payment], now)).get(id) : undefined;
  if (below) return `It waits on Payment Clearance, since it is below the price. ${feeMoneyText(below)}`;
  return 'The claim differs or is already paid in another way, so it waits on Payment Clearance.';
};

type CapturedMoney = Recorded & { payer_name: string; payer_number: string };

/** Says of money that nobody claimed under its ID how it meets a claim. */
const unclaimed = async (tx: Tx, money: CapturedMoney, now: Date): Promise<string> => {
  if (money.is_twinned) return 'Money of another network has its transaction ID, so it waits on Payment Clearance.';
  const { id, reference, payer_number: number, payer_name: name } = money;
  const drivers = (await suggestDrivers(tx, [{ id, reference, number, name }], now)).get(id) ?? [];
  const claims = await likeClaims(tx, money, drivers);
  const named = claims.filter(({ is_named }) => is_named);
  const [one, another] = named.length > 0 ? named : claims;
  if (!one) {
    return 'Nobody has claimed it yet. A claim of this ID and amount clears by itself; one under another ID is offered on Payment Clearance.';
  }
  const { fullname, details } = presentPayer(await ownersById(tx, driversIn([one])), one);
  const found =
    another === undefined
      ? `A claim of ${fullname} (${details}), ${formatMoney(one.amount)}, waits`
      : `${claims.length} claims that it may be for wait`;
  return `Nobody has claimed it under this ID. ${found} under another ID, as networks may give payer and receiver different ones: Payment Clearance offers ${another ? 'them' : 'it'}.`;
};

/** Describes in a sentence the result of new money. */
const outcomeOf = async (
  tx: Tx,
  money: CapturedMoney,
  { payment_ids, now }: { payment_ids: string[]; now: Date },
): Promise<Captured> => {
  const { id: transfer_id, transaction_id, amount, reference, is_twinned } = money;
  const [payment] = await paymentsOfTransaction(tx, transaction_id);
  const captured = `${formatMoney(amount)} is captured.`;
  if (!payment) {
    const message = `${captured} ${await unclaimed(tx, money, now)}`;
    return { result: 'no_claim', message, payment_ids, transfer_id };
  }
  const words = await claimInWords(tx, await presentClaim(tx, payment, now));
  if (payment_ids.length > 0) {
    return { result: 'cleared', message: `${captured} The claim is cleared. ${words}.`, payment_ids, transfer_id };
  }
  const why = await reasonOf(tx, payment, { amount, reference, is_twinned, now });
  return { result: 'differs', message: `${captured} ${why} ${words}.`, payment_ids, transfer_id };
};

const conflictWith = ({ transaction_id, amount, received_on }: Recorded): Refusal => {
  const known = `${formatMoney(amount)}, received on ${formatDay(received_on)}`;
  const message = `${transactionName(transaction_id)} was captured before with ${known}. Please check the amount; both are kept for a supervisor.`;
  return refusalAt('conflict', 'amount', message);
};

/** Notes the network of known money, in which whoever says it has a hand from then on. */
const captureNetwork = async (
  tx: Tx,
  transfer: Recorded,
  network: string,
  { by, now }: Pick<MadeAtDesk, 'by' | 'now'>,
): Promise<Captured> => {
  if (!(await noteNetwork(tx, transfer.id, network)))
    throw new Refusal('conflict', 'Somebody else has just noted its network. Please try again.');
  await noteHands(tx, [{ accountId: by.accountId, what: 'captured', subjects: [moneySubject(transfer)] }], now);
  const change = { before: { network: null }, after: { network } };
  await audit(tx, by, { action: 'clearance.capture', subject: subjectOf(transfer), ...change }, now);
  const day = formatDay(transfer.received_on);
  const message = `This payment was already captured, received on ${day}. Its network ${networkName(network)} is noted.`;
  return { result: 'already', message, payment_ids: [], transfer_id: transfer.id };
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
    payer_number: phoneAnywhere(mobile_number) ?? '',
    reference: reference.toUpperCase(),
  };
  const { network } = given;
  const transaction_id = await momoIdOf(tx, given, networks);
  const money = { mode: 'momo', transaction_id, network, ...facts, source: 'capture' } as const;
  const [transfer] = await recordTransfers(tx, [money], { by, now });
  if (!transfer) throw new Error(`The transfer ${transaction_id} was not recorded`);
  if (!transfer.isNew && transfer.amount !== amount) throw conflictWith(transfer);
  if (!transfer.isNew && approvedBy !== undefined) {
    throw new Refusal('conflict', `The money of ${transaction_id} was recorded meanwhile.`);
  }
  if (network !== undefined && transfer.mode === 'momo' && transfer.network === null)
    return captureNetwork(tx, transfer, network, { by, now });
  const after = {
    ...facts,
    ...(network !== undefined && { network }),
    pasted,
    seen_in_account,
    ...(approvedBy && { approved_by: approvedBy }),
  };
  if (transfer.isNew) await audit(tx, by, { action: 'clearance.capture', subject: subjectOf(transfer), after }, now);
  const entries = entriesOfNew([transfer], by);
  const matching = { now, entries, setOffBy: `a capture by ${by.login}` };
  const cleared = [...(await matchTransfers(tx, [transfer.id], matching)).values()];
  if (!transfer.isNew && cleared.length === 0) {
    const message = `This payment was already captured, received on ${formatDay(transfer.received_on)}; nothing was changed.`;
    return { result: 'already', message, payment_ids: [], transfer_id: transfer.id };
  }
  return outcomeOf(tx, { ...facts, ...transfer }, { payment_ids: cleared, now });
};

/** Logs another amount for known money, after the refusal was rolled back. */
export const keepDifferingCapture = async (
  db: Db,
  given: CaptureMomo,
  { by, networks, now }: MadeAtDesk,
): Promise<void> => {
  const [known] = await transfersOfIds(db, [await momoIdOf(db, given, networks)]);
  if (!known || known.amount === given.amount) return;
  const change = { before: { amount: known.amount }, after: { amount: given.amount } };
  await audit(db, by, { action: 'clearance.capture_differs', subject: subjectOf(known), ...change }, now);
};
