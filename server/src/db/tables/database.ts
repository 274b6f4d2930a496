import type { ColumnType } from 'kysely';

export type DatabaseTables = {
  /** One row, written by its migration. */
  database_identity: {
    /** A UUID. */
    id: ColumnType<string, never, never>;
    is_older: ColumnType<boolean, never, never>;
  };
};
