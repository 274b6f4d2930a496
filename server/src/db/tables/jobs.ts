import type { ColumnType, Generated } from 'kysely';

export type JobTables = {
  jobs: {
    id: Generated<string>;
    name: string;
    /** Milliseconds, of a recurring job. */
    every_ms: ColumnType<string | null, number | null, number>;
    /** The account that queued it; null for the server's own jobs. */
    queued_by: string | null;
    /** Given as JSON text. */
    input: ColumnType<unknown, string | undefined, string>;
    status: Generated<'waiting' | 'running' | 'done' | 'failed' | 'cancelled'>;
    due_at: Date;
    claim: string | null;
    /** The number of the server that claimed it; null where the others could not see whether it lived. */
    server: number | null;
    attempts: Generated<number>;
    /** Given as JSON text. */
    position: ColumnType<unknown, string | null | undefined, string | null>;
    done: Generated<number>;
    total: number | null;
    note: Generated<string>;
    failure: Generated<string>;
    created_at: Date;
    begun_at: Date | null;
    ended_at: Date | null;
  };
  /** One row at most. */
  server_clock: {
    is_only: Generated<boolean>;
    seen_at: Date;
    ahead_at: Date | null;
    behind_since: Date | null;
  };
};
