import type { ColumnType, Generated } from 'kysely';

export type IdempotencyTables = {
  idempotency_keys: {
    endpoint: string;
    key: string;
    /** SHA-256 of the request's body, in hex. */
    body_hash: string;
    /** The first answer; null only within the transaction that makes it. */
    answer: ColumnType<unknown, string | null, string>;
    created_at: Generated<Date>;
  };
};
