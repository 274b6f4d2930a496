import { type OperationNodeSource, sql } from 'kysely';
import type { Db } from '../database.ts';
import type { ListRows } from './list-sql.ts';

const BATCH = 1_000;

/**
 * Settings of the transaction. The plan is one that gives its first rows at once: one that sorts everything first could take
 * longer than a statement may. Between two batches it waits for the receiver of the last one, who may take it slowly; how long
 * in all is for the caller to bound.
 */
const SETTINGS = sql`SELECT set_config('cursor_tuple_fraction', '0.0001', true),
  set_config('idle_in_transaction_session_timeout', '5min', true)`;

/** Reads a query by a cursor in a transaction, so many rows at a time; between two batches other work goes on. */
export async function* byCursor<Row>(tx: Db, query: OperationNodeSource): AsyncGenerator<Row[]> {
  await sql`DECLARE listed NO SCROLL CURSOR FOR ${query}`.execute(tx);
  for (;;) {
    const { rows: batch } = await sql<Row>`FETCH ${sql.lit(BATCH)} FROM listed`.execute(tx);
    if (batch.length > 0) yield batch;
    if (batch.length < BATCH) return;
  }
}

/**
 * Reads rows of a list by a cursor, all as of one moment. Each batch is a statement of its own with its own time limit; memory
 * holds one batch. Ending the generator early ends the query.
 */
export async function* inBatches<Row>(db: Db, rows: (db: Db) => ListRows<Row>): AsyncGenerator<Row[]> {
  const tx = await db.startTransaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute();
  try {
    await SETTINGS.execute(tx);
    yield* byCursor<Row>(tx, rows(tx));
  } finally {
    // It has changed nothing, and a connection that was lost has nothing to take back.
    await tx
      .rollback()
      .execute()
      .catch(() => undefined);
  }
}
