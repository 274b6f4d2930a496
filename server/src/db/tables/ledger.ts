import type { ColumnType, GeneratedAlways } from 'kysely';

/** Written by `post_entries` alone (migration 0032). */
type Kept<T> = ColumnType<T, never, never>;

export type LedgerTables = {
  ledger_accounts: {
    code: Kept<string>;
    name: Kept<string>;
    kind: Kept<'asset' | 'liability' | 'income' | 'expense'>;
    /** The payment type whose revenue it holds. */
    type_code: Kept<string | null>;
  };
  ledger_entries: {
    number: Kept<string>;
    day: Kept<string>;
    kind: Kept<string>;
    subject_id: Kept<string>;
    /** The entry that this one takes back. */
    reverses: Kept<string | null>;
    description: Kept<string>;
    posted_by: Kept<string | null>;
    posted_at: Kept<Date>;
    previous: Kept<Buffer>;
    hash: Kept<Buffer>;
  };
  ledger_postings: {
    entry: Kept<string>;
    line: Kept<number>;
    account: Kept<string>;
    /** Debits are positive, credits negative. */
    amount: Kept<string>;
    driver_id: Kept<string | null>;
    day: Kept<string>;
  };
  /** Drivers whose credit counts for another record, since they were merged. */
  ledger_merged_drivers: { driver_id: ColumnType<string, string, never>; into_id: string };
  ledger_head: { is_only: GeneratedAlways<boolean>; number: Kept<string>; hash: Kept<Buffer> };
};
