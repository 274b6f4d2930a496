import type { ColumnType, Generated } from 'kysely';

export type IdempotencyTables = {
  idempotency_keys: {
    endpoint: string;
    /** SHA-256 of the request's key, in hex. */
    key: string;
    /** SHA-256 of the request's body, in hex. */
    body_hash: string;
    /** The first answer, sealed with the request's key; null only within the transaction that makes it. */
    answer: ColumnType<unknown, string | null, string>;
    created_at: Generated<Date>;
  };
};
