import { formatMoney, fromPesewas, type PaidFee, type ReceivedPayment, restOf } from '@banbo/contract';
import type { Tx } from '#db/database.ts';
import { audit } from '#domains/audit';
import { feeKey, judgeClaim, storeClaim, takenOf } from '#domains/payments';
import { Refusal } from '#lib/refusal.ts';
import { clearWith } from '../transfers/clear-with.ts';
import { refuseOwnOtherCar } from '../transfers/own-capture.ts';
import { type Recorded, recordTransfers } from '../transfers/record-transfers.ts';
import { holderOf, type Judged, refuseOwnDifference, takesClaim } from './claim-at-desk.ts';
import type { MadeAtDesk } from './made-at-desk.ts';
import { receivedDay } from './received-day.ts';
import { identify } from './transfer-id.ts';

type Row = { fee: PaidFee; judged: Judged };
type Done = { message: string; transaction_id: string; payment_ids: string[] };

const isSame = (one: Judged, other: Judged): boolean =>
  one.driver_id === other.driver_id && feeKey(one) === feeKey(other) && one.period !== 'any';

/** The same refusal, of the row that it is about. */
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
    throw new Refusal('already_paid', message, { issues: [{ path: 'body.payment_type', message }] });
  }
  return judged;
};

/** The transfer, recorded now or known before; refused when it is another amount, or not free any more. */
const recordFree = async (tx: Tx, transfer: Parameters<typeof recordTransfers>[1][number], { by, now }: MadeAtDesk) => {
  const [recorded] = await recordTransfers(tx, [transfer], { by, now });
  if (!recorded) throw new Error(`The transfer ${transfer.transaction_id} was not recorded`);
  const refuse = (message: string) =>
    new Refusal('conflict', message, { issues: [{ path: 'body.transaction_id', message }] });
  if (recorded.amount !== transfer.amount) {
    const known = `${formatMoney(recorded.amount)} was recorded`;
    throw refuse(`${known} for ${recorded.transaction_id} before, not ${formatMoney(transfer.amount)}.`);
  }
  const isFree = recorded.status === 'open' && !(await takenOf(tx, [recorded.id])).has(recorded.id);
  if (!recorded.isNew && !isFree) throw refuse(`The money of ${recorded.transaction_id} was used or set aside before.`);
  return recorded;
};

const inWords = ({ amount, transaction_id }: Recorded, fees: number, credit: string | null): string => {
  const cleared = fees === 1 ? 'the payment is cleared' : `${fees} payments are cleared`;
  const rest = credit === null ? '' : `, and ${credit}`;
  return `${formatMoney(amount)} is received under ${transaction_id}: ${cleared}${rest}.`;
};

/**
 * Receives money for fees: records the transfer, stores a payment for each row and clears them with it, and makes what is left
 * a driver's credit. A waiting claim of the same transaction ID takes the place of its row. All or nothing: refused as a claim
 * is, at the row, and with 409 `conflict` or `transaction_id_taken` when the ID holds something else.
 */
export const receivePayment = async (tx: Tx, given: ReceivedPayment, made: MadeAtDesk): Promise<Done> => {
  const { by, now } = made;
  const { mode, amount } = given;
  const received_on = receivedDay(given.received_on, now);
  const { transaction_id, reference } = await identify(tx, given, made.networks);
  const claim = await holderOf(tx, transaction_id);
  const rows: (Row & { id: string })[] = [];
  let part = claim ? 1 : 0;
  for (const [index, fee] of given.payments.entries()) {
    try {
      const judged = await judge(tx, fee, rows, { id: transaction_id, now });
      const isClaim = claim !== null && mode === 'momo' && takesClaim(claim, judged);
      if (!isClaim) part += 1;
      const id = isClaim ? claim.id : (await storeClaim(tx, { ...judged, mode, part })).id;
      rows.push({ fee, judged, id });
    } catch (error) {
      throw atRow(error, index);
    }
  }
  if (claim && !rows.some(({ id }) => id === claim.id)) throw claim.refusal;
  const credited = rows.findLast(({ fee }) => fee.driver_code.toUpperCase() === given.credit_to?.trim().toUpperCase());
  const rest = fromPesewas(restOf(given));
  const credit = credited && (await storeClaim(tx, { ...credited.judged, amount: rest, mode, part: part + 1 }));
  const payer_name = (given.payer_name ?? '').toUpperCase();
  const facts = { mode, transaction_id, amount, received_on, payer_name, payer_number: '', reference };
  const transfer = await recordFree(tx, { ...facts, source: 'desk' }, made);
  await refuseOwnDifference(tx, claim, { transfer, by });
  // New money that nobody claimed is for those whom the clerk was told, whatever words came with it.
  if (claim || !transfer.isNew) {
    await refuseOwnOtherCar(tx, transfer, { driverIds: rows.map(({ judged }) => judged.driver_id), by });
  }
  const subject = { kind: 'transfer', id: transfer.id, name: transaction_id };
  const after = { mode, amount, received_on, payer_name, reference, seen_in_account: given.seen_in_account ?? false };
  await audit(tx, by, { action: 'clearance.receive', subject, after }, now);
  const asked = {
    transferId: transfer.id,
    change: 'clear',
    amounts: new Map(rows.map(({ id, fee }) => [id, fee.amount])),
  } as const;
  await clearWith(tx, asked, { by, now });
  if (credit) {
    await clearWith(
      tx,
      { transferId: transfer.id, change: 'credit', amounts: new Map([[credit.id, rest]]) },
      { by, now },
    );
  }
  const left = credited ? `${formatMoney(rest)} is credit of ${credited.fee.driver_code.toUpperCase()}` : null;
  const payment_ids = [...rows.map(({ id }) => id), ...(credit ? [credit.id] : [])];
  return { message: inWords(transfer, rows.length, left), transaction_id, payment_ids };
};
