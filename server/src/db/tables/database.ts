import type { ColumnType } from 'kysely';

export type DatabaseTables = {
  /** One row, which its migration writes. */
  database_identity: {
    /** A UUID. */
    id: ColumnType<string, never, never>;
    is_older: ColumnType<boolean, never, never>;
  };
};
