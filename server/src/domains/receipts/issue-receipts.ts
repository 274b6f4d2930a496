import { containedTaxes, fromPesewas, type PaymentMode, type TaxRate } from '@banbo/contract';
import type { Tx } from '#db/database.ts';
import type { Author } from '#lib/caller.ts';
import { insertReceipts, markVoid, type ReceiptKind, setNotes, takeRowsToText } from './receipts.repo.ts';

export type NewReceipt = {
  kind: ReceiptKind;
  subjectId: string;
  /** The day that the money counts on. */
  paidOn: string;
  payerName: string;
  /** A line about the payer: the car. */
  payerDetails: string;
  mode: PaymentMode;
  transactionId: string;
  /** The receiver of the money, in words. */
  receivedBy: string;
  /** The price of the fee, with two decimals; null where it has none. */
  price: string | null;
  /** The company's taxpayer number and taxes at the time; empty where it has none. */
  tin: string;
  taxes: readonly TaxRate[];
  /** Pesewas by item; items of nothing are left out. */
  lines: readonly { text: string; pesewas: bigint }[];
};

type Made = { by: Author | null; now: Date };

/**
 * Issues receipts with the next numbers, in the transaction of the change, so that a failure uses
 * no number up. Locks the receipts' head until the transaction ends, after the ledger's head. The
 * database refuses a second receipt of a record.
 */
export const issueReceipts = async (tx: Tx, receipts: readonly NewReceipt[], { by, now }: Made): Promise<void> => {
  if (receipts.length === 0) return;
  await insertReceipts(
    tx,
    receipts.map(({ kind, subjectId, lines, tin, taxes, ...receipt }) => {
      const amount = lines.reduce((sum, { pesewas }) => sum + pesewas, 0n);
      return {
        kind,
        subject_id: subjectId,
        paid_on: receipt.paidOn,
        issued_at: now,
        issued_by: by?.accountId ?? null,
        payer_name: receipt.payerName,
        payer_details: receipt.payerDetails,
        mode: receipt.mode,
        transaction_id: receipt.transactionId,
        received_by: receipt.receivedBy,
        price: receipt.price,
        tin: tin || null,
        taxes: containedTaxes(amount, taxes).map(({ pesewas, ...tax }) => ({ ...tax, amount: fromPesewas(pesewas) })),
        amount: fromPesewas(amount),
        lines: lines
          .filter(({ pesewas }) => pesewas !== 0n)
          .map(({ text, pesewas }) => ({ text, amount: fromPesewas(pesewas) })),
      };
    }),
  );
};

type Voided = { subjectIds: readonly string[]; reason: string };

/** Voids receipts. Throws if a record has no valid one: the caller has locked it. */
export const voidReceipts = async (tx: Tx, { subjectIds, reason }: Voided, { by, now }: Made): Promise<void> => {
  if (subjectIds.length === 0) return;
  const voided = await markVoid(tx, { subjectIds, reason, by: by?.accountId ?? null, now });
  if (voided !== subjectIds.length) throw new Error('Of the payments to reverse some have no receipt that stands');
};

/** Puts a note on the receipts of records, below what never changes, or takes it off again. */
export const noteOnReceipts = async (
  tx: Tx,
  { subjectIds, note }: { subjectIds: readonly string[]; note: string | null },
): Promise<void> => {
  if (subjectIds.length > 0) await setNotes(tx, { subjectIds, note });
};

export type ReceiptToText = { number: string; code: string; subjectId: string; amount: string; issuedAt: Date };

/**
 * Takes receipts that are not texted yet, the first ones first: how many, and those still valid.
 * Each is taken once, in the transaction that queues its text.
 */
export const takeReceiptsToText = async (
  tx: Tx,
  limit: number,
): Promise<{ taken: number; receipts: ReceiptToText[] }> => {
  const rows = await takeRowsToText(tx, limit);
  const standing = rows.filter(({ status }) => status === 'issued');
  const receipts = standing.map(({ number, code, subject_id, amount, issued_at }) => {
    return { number, code, subjectId: subject_id, amount, issuedAt: issued_at };
  });
  return { taken: rows.length, receipts };
};
