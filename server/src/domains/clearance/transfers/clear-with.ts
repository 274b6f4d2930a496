import { formatDay, formatMoney, fromPesewas, isDoubted, today, toPesewas, transactionName } from '@banbo/contract';
import type { Db, Tx } from '#db/database.ts';
import { type NewEntry, postedRecords } from '#domains/ledger';
import { takenOf, transitionPayments } from '#domains/payments';
import type { Author } from '#lib/caller.ts';
import { existing, Refusal } from '#lib/refusal.ts';
import { pluck } from '#lib/values.ts';
import { clearingMoney, lockOpenTransfers, setMatched, type Transfer, transfersById } from './transfers.repo.ts';

/** Pesewas left of the books' part of each transfer, by id; below 0 if too much was taken. */
export const moneyLeft = async (
  db: Db,
  transfers: readonly Pick<Transfer, 'id' | 'posted_amount'>[],
): Promise<ReadonlyMap<string, bigint>> => {
  const taken = await takenOf(db, pluck(transfers, 'id'));
  return new Map(
    transfers.map(({ id, posted_amount }) => [id, toPesewas(posted_amount) - toPesewas(taken.get(id) ?? '0.00')]),
  );
};

/** The statement's amount and day, as far as they differ from those that were recorded. */
export const shownInWords = ({
  amount,
  statement_amount,
  received_on,
  statement_day,
}: Pick<Transfer, 'amount' | 'statement_amount' | 'received_on' | 'statement_day'>): string =>
  [
    ...(statement_amount !== null && statement_amount !== amount ? [formatMoney(statement_amount)] : []),
    ...(statement_day !== null && statement_day !== received_on ? [formatDay(statement_day)] : []),
  ].join(' and ');

/** True of money that a statement shows going out again, until a person has decided. */
export const isTakenBack = ({ taken_back_on, kept_at }: Pick<Transfer, 'taken_back_on' | 'kept_at'>) =>
  taken_back_on !== null && kept_at === null;

/** Refuses money whose statement shows another amount or day, or that it went out again. */
export const refuseDoubted = (transfer: Transfer): void => {
  if (isTakenBack(transfer)) {
    const day = formatDay(transfer.taken_back_on ?? '');
    throw new Refusal(
      'conflict',
      `A statement shows that the network took this money back on ${day}. Settle that first.`,
    );
  }
  if (!isDoubted(transfer)) return;
  const shown = shownInWords(transfer);
  throw new Refusal('conflict', `The statement shows ${shown} for this money. Settle that first.`);
};

/** Refuses money of which the books have nothing: a cheque waits for its bank, or it has ended. */
export const refuseUnpaid = ({ status, transaction_id }: Pick<Transfer, 'status' | 'transaction_id'>): void => {
  if (status === 'pending') {
    const message = `${transactionName(transaction_id)} waits for its bank. Note first that the bank has paid it, or that it bounced.`;
    throw new Refusal('conflict', message);
  }
  if (status === 'ended') {
    throw new Refusal('conflict', `The money of ${transactionName(transaction_id)} was given back, or it never came.`);
  }
};

type Asked = {
  transferId: string;
  /** Pesewas of the transfer by payment. */
  amounts: ReadonlyMap<string, string>;
  change: 'clear' | 'credit';
  /** Entries of money that was recorded in the same transaction. */
  entries?: readonly NewEntry[];
  /** The cause for which the server clears by itself. */
  setOffBy?: string;
  /** The day on which the books count the payments; that of the money by default. */
  bookedOn?: string | undefined;
};
type Made = { by: Author | null; reason?: string; now: Date };

/**
 * The day of corrected cash in the books, which is later than its own. It pays nothing before
 * that day (docs/product/clearance.md, rule 63).
 */
const correctedOn = async (tx: Tx, { id, mode, received_on, captured_at }: Transfer): Promise<string | undefined> => {
  if (mode !== 'cash' || today(captured_at) === received_on) return undefined;
  const [entry] = await postedRecords(tx, 'money', { ids: [id] });
  return entry && entry.day > received_on ? entry.day : undefined;
};

/**
 * Clears waiting payments with one open transfer, by a person's or the desk's decision. Each
 * payment's amount becomes that of its money. Refused with 404 `not_found`, with 409 `conflict`
 * when the transfer is not open, a statement doubts it or less is left than the payments take, and
 * as the change itself is. The transfer stays open while money is left. `settle` does the
 * decision's other work before the books are locked.
 */
export const clearWith = async (
  tx: Tx,
  { transferId, amounts, change, entries, setOffBy, bookedOn: given }: Asked,
  made: Made,
  settle?: () => Promise<unknown>,
): Promise<void> => {
  const transfer = existing((await transfersById(tx, [transferId]))[0], 'receipt of money');
  refuseDoubted(transfer);
  const bookedOn = given ?? (await correctedOn(tx, transfer));
  const money = new Map([...amounts].map(([id, amount]) => [id, clearingMoney(transfer, amount)]));
  const asked = { ids: [...amounts.keys()], change, ...made, with: { money, entries, setOffBy, bookedOn } };
  await transitionPayments(tx, asked, async () => {
    const [locked] = await lockOpenTransfers(tx, [transferId]);
    if (!locked)
      throw new Refusal(
        'conflict',
        `The money of ${transactionName(transfer.transaction_id)} was used or set aside meanwhile.`,
      );
    // A statement may have shown another amount since.
    refuseDoubted(locked);
    const left = (await moneyLeft(tx, [locked])).get(transferId) ?? 0n;
    if (left < 0n) {
      const over = formatMoney(fromPesewas(-left));
      throw new Refusal(
        'conflict',
        `That is ${over} more than is left of the money of ${transactionName(transfer.transaction_id)}.`,
      );
    }
    if (left === 0n) await setMatched(tx, [transferId]);
    await settle?.();
  });
};
