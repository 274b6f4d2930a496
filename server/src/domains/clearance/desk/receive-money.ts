import { formatMoney, type MoneyAtDesk, toPesewas, transactionKey, transactionName } from '@banbo/contract';
import type { Tx } from '#db/database.ts';
import { noteHands } from '#domains/approvals';
import { audit } from '#domains/audit';
import { lockDrivers } from '#domains/drivers';
import {
  driversIn,
  feeKey,
  type HoldingPayment,
  heldInWords,
  lockClaims,
  type NewPayment,
  putOnReceipt,
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

/** A payment to store, as the rules of its side have judged it. */
export type JudgedRow = NewPayment & { payment_year: number | null; payment_month: number | null };

/** A thing that money at the desk pays, judged as it comes and again under clearing's locks. */
export type DeskRow = { amount: string; judge: (tx: Tx, transactionId: string, now: Date) => Promise<JudgedRow> };

type Received = {
  rows: readonly DeskRow[];
  /** Refuses a row that says the same as one before it. */
  refuseRepeat: (judged: JudgedRow, before: readonly JudgedRow[]) => void;
  /** The row whose driver gets what is left as credit, with that amount; null where none is. */
  credit: { row: number; amount: string; name: string } | null;
  /** One receipt has all rows. */
  isOneReceipt: boolean;
};
export type ReceivedAtDesk = { message: string; transaction_id: string; payment_ids: string[] };

const claimedBy = ({ driver_id = null, type_code, payment_year, payment_month, amount_due }: JudgedRow) => {
  return { driver_id, type_code, payment_year, payment_month, amount_due: amount_due ?? null };
};

/** A row that names no plot and no application is for those of the claim. */
const takesClaim = (claim: HoldingPayment, row: JudgedRow): boolean =>
  claim.driver_id === (row.driver_id ?? null) &&
  claim.tenant_id === (row.tenant_id ?? null) &&
  claim.tenancy_id === (row.tenancy_id ?? null) &&
  (row.plot_id ?? claim.plot_id) === claim.plot_id &&
  (row.application_id ?? claim.application_id) === claim.application_id &&
  feeKey(claim) === feeKey(row) &&
  claim.amount === row.amount;

/** Puts the refusal at its row. */
const atRow = (error: unknown, index: number): unknown => {
  if (!(error instanceof Refusal)) return error;
  const issues = (error.extra.issues ?? []).map(({ path, message }) => ({
    path: path === 'body.transaction_id' ? path : path.replace('body.', `body.payments.${index}.`),
    message,
  }));
  return new Refusal(error.code, error.message, { issues }, { cause: error.cause });
};

type Row = { row: DeskRow; judged: JudgedRow; id: string };

/**
 * Judges the fees of drivers again under the locks under which they are cleared: the fee that one
 * requires may have been given back or reversed since. Nothing by which a row of land is judged
 * changes under these locks.
 */
const judgeLocked = async (
  tx: Tx,
  rows: readonly Row[],
  { ids, transaction_id, now }: { ids: readonly string[]; transaction_id: string; now: Date },
): Promise<void> => {
  await lockClaims(tx, ids);
  await lockDrivers(tx, driversIn(rows.map(({ judged }) => ({ driver_id: judged.driver_id ?? null }))));
  for (const [index, { row, judged }] of rows.entries()) {
    if ((judged.driver_id ?? null) === null) continue;
    try {
      await row.judge(tx, transaction_id, now);
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

/** Stores the rows, of which a waiting claim of the same transaction ID replaces its own. */
const storeRows = async (
  tx: Tx,
  { rows, refuseRepeat, isOneReceipt }: Received,
  { claim, transaction_id, waiting, now }: StoredWith,
): Promise<{ stored: Row[]; part: number }> => {
  const stored: Row[] = [];
  let part = claim ? 1 : 0;
  for (const [index, row] of rows.entries()) {
    try {
      const judged = await row.judge(tx, transaction_id, now);
      refuseRepeat(
        judged,
        stored.map((one) => one.judged),
      );
      const isTaken = stored.some(({ id }) => id === claim?.id);
      const isClaim = claim !== null && !isTaken && waiting.mode === 'momo' && takesClaim(claim, judged);
      if (!isClaim) part += 1;
      const first = isOneReceipt ? stored[0]?.id : undefined;
      const payment = { ...judged, ...waiting, part, ...(first !== undefined && { received_with: first }) };
      if (isClaim && first !== undefined) await putOnReceipt(tx, claim.id, first);
      const id = isClaim ? claim.id : (await storeClaim(tx, payment)).id;
      stored.push({ row, judged, id });
    } catch (error) {
      throw atRow(error, index);
    }
  }
  return { stored, part };
};

type StoredWith = {
  claim: HoldingPayment | null;
  transaction_id: string;
  waiting: { mode: MoneyAtDesk['mode']; has_transfer: boolean };
  now: Date;
};

/**
 * Receives money: records the transfer, stores a payment for each row, clears them, and makes the
 * rest a driver's credit, as a row of less than its price becomes. A waiting claim of the same
 * transaction ID replaces its row. All or nothing: refused as a claim is, at the row, and with 409
 * `conflict` or `transaction_id_taken`.
 */
export const receiveMoney = async (
  tx: Tx,
  given: MoneyAtDesk,
  received: Received,
  made: MadeAtDesk,
): Promise<ReceivedAtDesk> => {
  const { by, now, bookedOn } = made;
  const { mode, amount } = given;
  const received_on = receivedDay(given.received_on, now);
  const { transaction_id, reference } = await identify(tx, given, made.networks);
  await lockTransactionId(tx, transaction_id);
  const claim = await holderOf(tx, transaction_id, { mode, now });
  const isPending = mode === 'cheque';
  const waiting = { mode, has_transfer: isPending };
  const { stored: rows, part } = await storeRows(tx, received, { claim, transaction_id, waiting, now });
  if (claim && !rows.some(({ id }) => id === claim.id)) throw claim.refusal;
  const { credit: rest } = received;
  const credited = rest && rows[rest.row];
  const credit =
    rest &&
    credited &&
    (await storeClaim(tx, {
      ...{ ...credited.judged, ...waiting, is_credit: isPending, is_rest: true, amount: rest.amount, part: part + 1 },
    }));
  const payer_name = (given.payer_name ?? '').toUpperCase();
  const network = mode === 'momo' ? given.network : undefined;
  const facts = { mode, transaction_id, network, amount, received_on, payer_name, payer_number: '', reference };
  const transfer = await recordFree(tx, { ...facts, source: 'desk', isPending }, made);
  const driverIds = rows.map(({ judged }) => judged.driver_id ?? null);
  await refuseDecisionAtDesk(tx, { claim, transfer, driverIds }, made);
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
    amounts: new Map(rows.map(({ id, row }) => [id, row.amount])),
  } as const;
  await clearWith(tx, asked, { by, now });
  if (credit && rest) {
    const amounts = new Map([[credit.id, rest.amount]]);
    await clearWith(tx, { transferId: transfer.id, change: 'credit', amounts, bookedOn }, { by, now });
  }
  const left = rest ? `${formatMoney(rest.amount)} is credit of ${rest.name}` : null;
  const cleared = rows.map(({ id, row, judged }) => ({ ...claimedBy(judged), id, amount: row.amount }));
  const held = [...(await heldInWords(tx, cleared, now)).values()];
  const message = [inWords(transfer, paidInWords(rows.length, held.length), left), ...held].join(' ');
  return { message, transaction_id, payment_ids };
};
