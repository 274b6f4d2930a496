import type { ColumnType } from 'kysely';

export type DatabaseTables = {
  /** One row, made by its migration. */
  database_identity: {
    /** A UUID. */
    id: ColumnType<string, never, never>;
    is_older: ColumnType<boolean, never, never>;
    /** True once a server has run on it with secrets. */
    has_secrets: ColumnType<boolean, never, boolean>;
    /** The number of files that were missing when a person chose to go on without them. */
    files_given_up: ColumnType<string, never, number>;
  };
};
