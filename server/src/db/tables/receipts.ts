import type { PaymentMode } from '@banbo/contract';
import type { ColumnType, GeneratedAlways } from 'kysely';

/** Written once (migration 0046). */
type Kept<T> = ColumnType<T, never, never>;

export type ReceiptTables = {
  /** Only the columns from `status` on ever change, and once. */
  receipts: {
    number: Kept<string>;
    /** Sixteen characters of Crockford's base 32, by which strangers who hold the receipt check it. */
    code: Kept<string>;
    kind: Kept<string>;
    subject_id: Kept<string>;
    /** The day that the money counts on. */
    paid_on: Kept<string>;
    issued_at: Kept<Date>;
    issued_by: Kept<string | null>;
    payer_name: Kept<string>;
    payer_details: Kept<string>;
    mode: Kept<PaymentMode>;
    transaction_id: Kept<string>;
    amount: Kept<string>;
    /** They sum to the amount. */
    lines: Kept<{ text: string; amount: string }[]>;
    status: ColumnType<'issued' | 'void', never, 'void'>;
    void_reason: ColumnType<string | null, never, string>;
    voided_at: ColumnType<Date | null, never, Date>;
    /** The account of the author; null for the server's own jobs. */
    voided_by: ColumnType<string | null, never, string | null>;
  };
  receipt_head: { is_only: GeneratedAlways<boolean>; number: Kept<string> };
  /** Numbers of receipts and of sequences that nobody gets; written by the database's `skip_numbers` alone. */
  skipped_numbers: {
    /** The name of a sequence, or `receipts`. */
    series: Kept<string>;
    first: Kept<string>;
    last: Kept<string>;
    skipped_at: Kept<Date>;
    reason: Kept<string>;
  };
  /** Receipts of which nobody has told the payer yet. */
  untold_receipts: { number: Kept<string> };
};
