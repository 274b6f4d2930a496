import {
  formatMoney,
  fromPesewas,
  type PaidFee,
  type ReceivedPayment,
  restOf,
  toPesewas,
  transactionKey,
  transactionName,
} from '@banbo/contract';
import type { Tx } from '#db/database.ts';
import { noteHands } from '#domains/approvals';
import { audit } from '#domains/audit';
import { lockDrivers } from '#domains/drivers';
import {
  feeKey,
  type HoldingPayment,
  heldInWords,
  judgeClaim,
  lockClaims,
  storeClaim,
  takenOf,
} from '#domains/payments';
import { Refusal, refusalAt } from '#lib/refusal.ts';
import { clearWith, refuseUnpaid } from '../transfers/clear-with.ts';
import { refundedOf } from '../transfers/held-money.repo.ts';
import { type Recorded, recordTransfers } from '../transfers/match-transfers.ts';
import { entriesOfNew } from '../transfers/money-in-books.ts';
import { moneySubject, namedMoney } from '../transfers/money-subjects.ts';
import { lockTransactionId, presentAgain } from '../transfers/transfers.repo.ts';
import { holderOf, refuseDecisionAtDesk } from './decision-at-desk.ts';
import { identify, type MadeAtDesk, receivedDay } from './transfer-id.ts';

type Judged = Awaited<ReturnType<typeof judgeClaim>>;

const claimedBy = ({ driver_id, type_code, payment_year, payment_month, amount_due }: Judged) => {
  return { driver_id, type_code, payment_year, payment_month, amount_due: amount_due ?? null };
};

const takesClaim = (claim: HoldingPayment, row: Judged): boolean =>
  claim.driver_id === row.driver_id && feeKey(claim) === feeKey(row) && claim.amount === row.amount;

type Row = { fee: PaidFee; judged: Judged };
type Done = { message: string; transaction_id: string; payment_ids: string[] };

const isSame = (one: Judged, other: Judged): boolean =>
  one.driver_id === other.driver_id && feeKey(one) === feeKey(other) && one.period !== 'any';

/** Puts the refusal at its row. */
const atRow = (error: unknown, index: number): unknown => {
  if (!(error instanceof Refusal)) return error;
  const issues = (error.extra.issues ?? []).map(({ path, message }) => ({
    path: path === 'body.transaction_id' ? path : path.replace('body.', `body.payments.${index}.`),
    message,
  }));
  return new Refusal(error.code, error.message, { issues }, { cause: error.cause });
};

const judge = async (
  tx: Tx,
  fee: PaidFee,
  before: readonly Row[],
  given: { id: string; now: Date },
): Promise<Judged> => {
  const judged = await judgeClaim(tx, { ...fee, transaction_id: given.id }, given.now);
  if (before.some((row) => isSame(row.judged, judged))) {
    const message = 'This fee is in the list twice.';
    throw refusalAt('already_paid', 'payment_type', message);
  }
  return judged;
};

/**
 * Judges the rows again under the locks under which they are cleared: the fee that one requires may
 * have been given back or reversed since.
 */
const judgeLocked = async (
  tx: Tx,
  rows: readonly Row[],
  { ids, transaction_id, now }: { ids: readonly string[]; transaction_id: string; now: Date },
): Promise<void> => {
  await lockClaims(tx, ids);
  await lockDrivers(
    tx,
    rows.map(({ judged }) => judged.driver_id),
  );
  for (const [index, { fee }] of rows.entries()) {
    try {
      await judgeClaim(tx, { ...fee, transaction_id }, now);
    } catch (error) {
      throw atRow(error, index);
    }
  }
};

/** Notes the hand of whoever receives money that was recorded before. */
const noteReceived = (tx: Tx, transfer: Recorded, { by, now }: Pick<MadeAtDesk, 'by' | 'now'>): Promise<void> =>
  noteHands(tx, [{ accountId: by.accountId, what: 'received', subjects: [moneySubject(transfer)] }], now);

/**
 * Refuses a cheque that ended while a refund of it is to be paid or is not owed back: its bank
 * would be noted to have paid more than it did.
 */
const refuseWhileRefunded = async (tx: Tx, { id, status, transaction_id }: Recorded): Promise<void> => {
  if (status !== 'ended' || toPesewas(await refundedOf(tx, id)) === 0n) return;
  const name = transactionName(transaction_id);
  const message = `Money of ${name} was given back. Withdraw that refund, or note that the cheque bounced if it was paid. Then receive it again.`;
  throw refusalAt('conflict', 'transaction_id', message);
};

/**
 * Finds or records the transfer; refuses one of another amount or without money left. A cheque that
 * bounced is as new: banks take it again (docs/product/clearance.md, rule 39).
 */
const recordFree = async (
  tx: Tx,
  transfer: Parameters<typeof recordTransfers>[1][number],
  { by, now, approvedBy }: MadeAtDesk,
) => {
  const [recorded] = await recordTransfers(tx, [transfer], { by, now });
  if (!recorded) throw new Error(`The transfer ${transfer.transaction_id} was not recorded`);
  if (transfer.isPending) await refuseWhileRefunded(tx, recorded);
  if (transfer.isPending && (await presentAgain(tx, recorded.id, transfer, { by, now }))) {
    await noteReceived(tx, recorded, { by, now });
    return { ...recorded, amount: transfer.amount, captured_by: by.accountId, isNew: true };
  }
  const refuse = (message: string) => refusalAt('conflict', 'transaction_id', message);
  if (recorded.key !== transactionKey(transfer.transaction_id)) {
    throw refuse('Money of another network with this transaction ID was recorded meanwhile. Please try again.');
  }
  if (recorded.amount !== transfer.amount) {
    const known = `${formatMoney(recorded.amount)} was recorded`;
    throw refuse(
      `${known} for ${transactionName(recorded.transaction_id)} before, not ${formatMoney(transfer.amount)}.`,
    );
  }
  if (!recorded.isNew && approvedBy !== undefined)
    throw refuse(`The money of ${transactionName(recorded.transaction_id)} was recorded meanwhile.`);
  if (!recorded.isNew) refuseUnpaid(recorded);
  const isFree = recorded.status === 'open' && !(await takenOf(tx, [recorded.id])).has(recorded.id);
  if (!recorded.isNew && !isFree)
    throw refuse(`The money of ${transactionName(recorded.transaction_id)} was used or set aside before.`);
  return recorded;
};

/** Money whose payments wait: a cheque, until its bank has paid it. */
const waitsInWords = ({ amount, transaction_id }: Recorded, payments: number): string => {
  const wait = payments === 1 ? 'its payment waits' : `its ${payments} payments wait`;
  return `${transactionName(transaction_id)} of ${formatMoney(amount)} is received: ${wait} until the bank has paid it.`;
};

/** The fees that are paid; what is held towards others is told by their own sentences. */
const paidInWords = (fees: number, held: number): string | null => {
  const paid = fees - held;
  if (paid === 0) return null;
  if (paid > 1) return `${paid} payments are cleared`;
  return held === 0 ? 'the payment is cleared' : '1 payment is cleared';
};

const inWords = ({ amount, transaction_id }: Recorded, ...facts: readonly (string | null)[]): string => {
  const told = facts.filter((fact) => fact !== null).join(', and ');
  return `${formatMoney(amount)} is received under ${transactionName(transaction_id)}${told === '' ? '' : `: ${told}`}.`;
};

/**
 * Receives money for fees: records the transfer, stores a payment for each row, clears them, and
 * makes the rest the driver's credit, as a row of less than its price becomes. A waiting claim of
 * the same transaction ID replaces its row. All or nothing: refused as a claim is, at the row, and
 * with 409 `conflict` or `transaction_id_taken`.
 */
export const receivePayment = async (tx: Tx, given: ReceivedPayment, made: MadeAtDesk): Promise<Done> => {
  const { by, now, bookedOn } = made;
  const { mode, amount } = given;
  const received_on = receivedDay(given.received_on, now);
  const { transaction_id, reference } = await identify(tx, given, made.networks);
  await lockTransactionId(tx, transaction_id);
  const claim = await holderOf(tx, transaction_id, { mode, now });
  const isPending = mode === 'cheque';
  const waiting = { mode, has_transfer: isPending };
  const rows: (Row & { id: string })[] = [];
  let part = claim ? 1 : 0;
  for (const [index, fee] of given.payments.entries()) {
    try {
      const judged = await judge(tx, fee, rows, { id: transaction_id, now });
      const isClaim = claim !== null && mode === 'momo' && takesClaim(claim, judged);
      if (!isClaim) part += 1;
      const id = isClaim ? claim.id : (await storeClaim(tx, { ...judged, ...waiting, part })).id;
      rows.push({ fee, judged, id });
    } catch (error) {
      throw atRow(error, index);
    }
  }
  if (claim && !rows.some(({ id }) => id === claim.id)) throw claim.refusal;
  const credited = rows.findLast(({ fee }) => fee.driver_code.toUpperCase() === given.credit_to?.trim().toUpperCase());
  const rest = fromPesewas(restOf(given));
  const credit =
    credited &&
    (await storeClaim(tx, { ...credited.judged, ...waiting, is_credit: isPending, amount: rest, part: part + 1 }));
  const payer_name = (given.payer_name ?? '').toUpperCase();
  const network = mode === 'momo' ? given.network : undefined;
  const facts = { mode, transaction_id, network, amount, received_on, payer_name, payer_number: '', reference };
  const transfer = await recordFree(tx, { ...facts, source: 'desk', isPending }, made);
  await refuseDecisionAtDesk(tx, { claim, transfer, driverIds: rows.map(({ judged }) => judged.driver_id) }, made);
  if (!transfer.isNew) await noteReceived(tx, transfer, made);
  const subject = namedMoney(transfer);
  const { seen_in_account = false } = given;
  const approved = made.approvedBy === undefined ? {} : { approved_by: made.approvedBy };
  const after = { mode, amount, received_on, payer_name, reference, seen_in_account, ...approved };
  await audit(tx, by, { action: 'clearance.receive', subject, after }, now);
  const payment_ids = [...rows.map(({ id }) => id), ...(credit ? [credit.id] : [])];
  if (isPending) return { message: waitsInWords(transfer, payment_ids.length), transaction_id, payment_ids };
  await judgeLocked(tx, rows, { ids: payment_ids, transaction_id, now });
  const asked = {
    transferId: transfer.id,
    change: 'clear',
    entries: entriesOfNew([transfer], by, bookedOn),
    bookedOn,
    amounts: new Map(rows.map(({ id, fee }) => [id, fee.amount])),
  } as const;
  await clearWith(tx, asked, { by, now });
  if (credit) {
    await clearWith(
      tx,
      { transferId: transfer.id, change: 'credit', amounts: new Map([[credit.id, rest]]), bookedOn },
      { by, now },
    );
  }
  const left = credited ? `${formatMoney(rest)} is credit of ${credited.fee.driver_code.toUpperCase()}` : null;
  const cleared = rows.map(({ id, fee, judged }) => ({ ...claimedBy(judged), id, amount: fee.amount }));
  const held = [...(await heldInWords(tx, cleared, now)).values()];
  const message = [inWords(transfer, paidInWords(rows.length, held.length), left), ...held].join(' ');
  return { message, transaction_id, payment_ids };
};
