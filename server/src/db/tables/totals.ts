import type { ColumnType } from 'kysely';

/** Read and folded by `db/totals/` alone; triggers on the counted tables append the deltas. */
export type TotalTables = {
  totals: {
    /** `drivers`, `payments:cleared`. */
    measure: string;
    /** A payment type's code; empty for the total of all keys. */
    key: string;
    grain: 'all' | 'month' | 'day';
    /** `all`, `2026-11` or `2026-11-20`. */
    period: string;
    count: string;
    amount: string;
  };
  total_deltas: {
    measure: string;
    key: string;
    day: string;
    count: string;
    amount: string;
  };
  /** The definitions of totals: SQL expressions over a row of `source`. Migrations alone write them. */
  total_definitions: {
    name: ColumnType<string, never, never>;
    source: ColumnType<string, never, never>;
    measure: ColumnType<string, never, never>;
    key: ColumnType<string, never, never>;
    day: ColumnType<string, never, never>;
    amount: ColumnType<string, never, never>;
    condition: ColumnType<string, never, never>;
  };
};
