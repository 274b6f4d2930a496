import type { ColumnType, Generated, GeneratedAlways } from 'kysely';

export type ReportTables = {
  book_checks: {
    id: GeneratedAlways<string>;
    begun_at: ColumnType<Date, Date, never>;
    /** Null while it goes on. */
    ended_at: ColumnType<Date | null, undefined, Date>;
    /** The account of the person who asked for it; null for the nightly one. */
    asked_by: string | null;
    /** Payments and entries looked at so far. */
    records: Generated<string>;
    difference_count: Generated<string>;
    /** The first differences, in sentences. */
    differences: ColumnType<string[], undefined, string>;
  };
};
