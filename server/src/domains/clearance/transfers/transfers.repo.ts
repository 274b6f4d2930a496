import { networksOwnKey, type PaymentMode, type TransferSource, type TransferStatus } from '@banbo/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '#db/database.ts';
import { isTransactionNamed } from '#db/named-transaction.ts';
import { lastId } from '#db/records.ts';
import { linesTakingBack } from './lines-taking-back.repo.ts';

export type NewTransfer = {
  mode: PaymentMode;
  transaction_id: string;
  /** The MoMo network whose account received it, where a sure source says it. */
  network?: string | null | undefined;
  /** Money as text with two decimals. */
  amount: string;
  received_on: string;
  payer_name: string;
  payer_number: string;
  reference: string;
  source: TransferSource;
  /** A cheque waits for its bank, with nothing of it in the books. */
  isPending?: boolean;
  /** The statement that shows it, and its line there. */
  statement_import?: string | undefined;
  statement_line?: number | undefined;
};

/** A new or known transfer; `key` is its ID in the form for comparing. */
export type Transfer = Omit<
  NewTransfer,
  'payer_name' | 'payer_number' | 'isPending' | 'network' | 'statement_import' | 'statement_line'
> & {
  network: string | null;
  /** The first money of its transaction ID, where that is of another network. */
  twin_of: string | null;
  /** Money of another network has its transaction ID, or had it until it ended. */
  is_twinned: boolean;
  /** The statement that shows it, and its line there. */
  statement_import: string | null;
  statement_line: number | null;
  id: string;
  key: string;
  captured_by: string | null;
  statement_amount: string | null;
  statement_day: string | null;
  /** The statement's captor, sender or importer. */
  statement_by: string | null;
  /** A person kept the amount despite the statement's. */
  difference_accepted: boolean;
  status: TransferStatus;
  /** The part that the books have. */
  posted_amount: string;
  captured_at: Date;
  /** A statement that covers its day does not have it. */
  missing_since: Date | null;
  missing_in: string | null;
  /** The day on which a statement shows it going out again. */
  taken_back_on: string | null;
  /** When a person kept it nevertheless. */
  kept_at: Date | null;
};

/** The facts of money that the history of a decision on it tells. */
export const factsOfMoney = ({ amount, source, statement_import, statement_line }: Transfer) => {
  const statement = statement_import === null ? {} : { statement_import, statement_line };
  return { amount_received: amount, source, ...statement };
};

/** Same, for a decision on a payment. */
export const factsOfUsedMoney = (transfer: Transfer) => {
  const { id, transaction_id } = transfer;
  return { transfer_id: id, transaction_id, ...factsOfMoney(transfer) };
};

/** The facts that payments need of the money that clears one of them. */
export const clearingMoney = (transfer: Transfer, amount: string) => ({
  transferId: transfer.id,
  day: transfer.received_on,
  amount,
  source: transfer.source,
  capturedBy: transfer.captured_by,
  facts: factsOfUsedMoney(transfer),
});

type Captured = { by: { accountId: string } | null; now: Date };

/** The state and the part in the books that new money begins with. */
const withPart = ({ isPending, ...transfer }: NewTransfer) =>
  isPending
    ? { ...transfer, status: 'pending', posted_amount: '0.00' }
    : { ...transfer, status: 'open', posted_amount: transfer.amount };

/**
 * Stores new transfers and gives their keys; known and repeated IDs are skipped. In the order of
 * the keys, so that two imports of one statement cannot deadlock. An ID with its network behind it
 * is that of a twin of the money without.
 */
export const insertTransfers = async (
  tx: Tx,
  transfers: readonly NewTransfer[],
  { by, now }: Captured,
): Promise<Set<string>> => {
  const { rows } = await sql<{ key: string }>`
    INSERT INTO transfers (mode, transaction_id, amount, received_on, payer_name, payer_number, reference, source,
      captured_by, captured_at, statement_amount, statement_day, statement_by, statement_import, statement_line, status,
      posted_amount, network, twin_of, taken_back_on, missing_in, missing_since)
    SELECT mode, transaction_id, amount, received_on, payer_name, payer_number, reference, source, ${by?.accountId ?? null},
      ${now}, CASE WHEN source = 'statement' THEN amount END, CASE WHEN source = 'statement' THEN received_on END,
      CASE WHEN source = 'statement' THEN ${by?.accountId ?? null}::bigint END, statement_import, statement_line,
      status, posted_amount, network, CASE WHEN transaction_id LIKE '%-%' THEN (
        SELECT first.id FROM transfers AS first
        WHERE transaction_key(first.transaction_id) = split_part(given.transaction_id, '-', 1)
      ) END, gone.day, gone.statement, CASE WHEN gone.statement IS NOT NULL THEN ${now}::timestamptz END
    FROM jsonb_populate_recordset(NULL::transfers, ${JSON.stringify(transfers.map(withPart))}::jsonb) AS given
    LEFT JOIN LATERAL (${linesTakingBack(sql.ref('given'))} LIMIT 1) AS gone (statement, day) ON given.status <> 'pending'
    ORDER BY transaction_key(transaction_id)
    ON CONFLICT (transaction_key(transaction_id)) DO NOTHING
    RETURNING transaction_key(transaction_id) AS key`.execute(tx);
  return new Set(rows.map(({ key }) => key));
};

export type StatementLine = Pick<NewTransfer, 'statement_import' | 'statement_line'>;

/** Stores the statements' facts on locked transfers. */
export const noteStatement = async (
  tx: Tx,
  shown: readonly Pick<
    Transfer,
    | 'id'
    | 'reference'
    | 'network'
    | 'statement_amount'
    | 'statement_day'
    | 'statement_by'
    | 'statement_import'
    | 'statement_line'
    | 'difference_accepted'
    | 'missing_since'
  >[],
): Promise<void> => {
  await sql`
    UPDATE transfers SET reference = shown.reference, network = shown.network, statement_amount = shown.statement_amount,
      statement_day = shown.statement_day,
      statement_by = shown.statement_by, difference_accepted = shown.difference_accepted, statement_import = coalesce(shown.statement_import, transfers.statement_import),
      statement_line = coalesce(shown.statement_line, transfers.statement_line),
      missing_since = CASE WHEN shown.missing_since IS NOT NULL THEN transfers.missing_since END,
      missing_in = CASE WHEN shown.missing_since IS NOT NULL THEN transfers.missing_in END
    FROM jsonb_populate_recordset(NULL::transfers, ${JSON.stringify(shown)}::jsonb) AS shown
    WHERE transfers.id = shown.id`.execute(tx);
};

/** True of money whose transaction ID another network's money has, or had: both may be claimed. */
export const isTwinned = (money: RawBuilder<unknown>) => sql<boolean>`(
  -- Uncorrelated, so that the few twins are read once for all rows.
  ${money}.twin_of IS NOT NULL OR ${money}.id IN (SELECT twin.twin_of FROM transfers AS twin WHERE twin.twin_of IS NOT NULL))`;

const COLUMNS = sql`id::text, transaction_key(transaction_id) AS key, mode, transaction_id, amount::text, received_on, reference, source,
  captured_by::text, statement_amount::text, statement_day, statement_by::text, statement_import::text, statement_line,
  difference_accepted, status,
  posted_amount::text, captured_at, missing_since, missing_in::text, taken_back_on, kept_at, network, twin_of::text, ${isTwinned(sql`transfers`)} AS is_twinned`;

/** An expression: the money that a search for a transaction ID names. */
export const transfersNamed = (search: string): RawBuilder<unknown> =>
  sql`SELECT id FROM transfers WHERE ${isTransactionNamed(search)}`;

/** Transfers by the compared form of their IDs: one index look-up each. */
export const transfersOfIds = async (db: Db, transactionIds: readonly string[]): Promise<Transfer[]> => {
  const { rows } = await sql<Transfer>`
    SELECT ${COLUMNS} FROM transfers
    WHERE transaction_key(transaction_id) = ANY(
      ARRAY(SELECT transaction_key(id) FROM unnest(${transactionIds}::text[]) AS ids (id))
    )`.execute(db);
  return rows;
};

/** The networks' money of these transaction IDs, the first one of each ID before its twins. */
export const moneyOfNetworks = async (db: Db, transactionIds: readonly string[]): Promise<Transfer[]> => {
  const { rows } = await sql<Transfer>`
    WITH first AS (
      SELECT id FROM transfers WHERE transaction_key(transaction_id) = ANY(
        ARRAY(SELECT transaction_key(id) FROM unnest(${transactionIds}::text[]) AS ids (id))
      )
    )
    SELECT ${COLUMNS} FROM transfers WHERE id = ANY(ARRAY(
      SELECT id FROM first UNION ALL SELECT id FROM transfers WHERE twin_of = ANY(ARRAY(SELECT id FROM first))
    )) ORDER BY transfers.id`.execute(db);
  return rows;
};

/** Notes the network of money that has none yet. False where it has another one since. */
export const noteNetwork = async (tx: Tx, id: string, network: string): Promise<boolean> => {
  const { numAffectedRows = 0n } = await sql`
    UPDATE transfers SET network = ${network} WHERE id = ${id} AND coalesce(network, ${network}) = ${network}`.execute(
    tx,
  );
  return numAffectedRows > 0n;
};

export const transfersById = async (db: Db, ids: readonly string[]): Promise<Transfer[]> =>
  (
    await sql<Transfer>`SELECT ${COLUMNS} FROM transfers WHERE id = ANY(${ids}::bigint[]) ORDER BY transfers.id`.execute(
      db,
    )
  ).rows;

/** The open ones of these transfers, by id, locked until the transaction ends. */
export const lockOpenTransfers = async (tx: Tx, ids: readonly string[]): Promise<Transfer[]> =>
  (
    await sql<Transfer>`
      SELECT ${COLUMNS} FROM transfers WHERE id = ANY(${ids}::bigint[]) AND status = 'open'
      ORDER BY transfers.id FOR NO KEY UPDATE`.execute(tx)
  ).rows;

/** Locks transfers in any state until the transaction ends, in the order of ids. */
export const lockTransfers = async (tx: Tx, ids: readonly string[]): Promise<void> => {
  await sql`SELECT FROM transfers WHERE id = ANY(${ids}::bigint[]) ORDER BY id FOR NO KEY UPDATE`.execute(tx);
};

/**
 * Serialises those who store both a payment and the money of a transaction ID, until the
 * transaction ends: one stores the payment first, another one the money, so they could deadlock.
 */
export const lockTransactionId = async (tx: Tx, transactionId: string): Promise<void> => {
  const name = `transaction ID ${networksOwnKey(transactionId)}`;
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx);
};

/** Opens transfers, in the order of ids, and clears the reason for setting them aside. */
export const reopenMoney = async (tx: Tx, ids: readonly string[]): Promise<void> => {
  await lockTransfers(tx, ids);
  await sql`
    UPDATE transfers SET status = 'open', status_reason = NULL
    WHERE id = ANY(${ids}::bigint[]) AND status <> 'open'`.execute(tx);
};

/**
 * Has a cheque that bounced wait for its bank again, as it is received now: nothing of it is in the
 * books, so another amount is a mistyped one. False for other money, and for a cheque that was
 * given back.
 */
export const presentAgain = async (
  tx: Tx,
  id: string,
  { amount, received_on, payer_name, reference }: NewTransfer,
  { by, now }: { by: { accountId: string }; now: Date },
): Promise<boolean> => {
  const { rows } = await sql`
    UPDATE transfers SET status = 'pending', status_reason = NULL, amount = ${amount}, received_on = ${received_on},
      payer_name = ${payer_name}, reference = ${reference}, captured_by = ${by.accountId}, captured_at = ${now}
    WHERE id = ${id} AND mode = 'cheque' AND status = 'ended' AND (
      SELECT what FROM transfer_changes WHERE transfer_id = transfers.id ORDER BY id DESC LIMIT 1
    ) NOT IN ('given_back', 'refunded', 'recovered') RETURNING id`.execute(tx);
  return rows.length > 0;
};

/** The day on which the bank paid a cheque, or that of a statement. */
export const setReceivedOn = async (tx: Tx, id: string, day: string): Promise<void> => {
  await tx.updateTable('transfers').set({ received_on: day }).where('id', '=', id).execute();
};

export const lastTransferId = (db: Db): Promise<string> => lastId(db, 'transfers');

/** Marks open transfers as matched, in the order of ids. */
export const setMatched = async (tx: Tx, ids: readonly string[]): Promise<void> => {
  await sql`
    WITH locked AS (
      SELECT id FROM transfers WHERE id = ANY(${ids}::bigint[]) AND status = 'open' ORDER BY id FOR NO KEY UPDATE
    )
    UPDATE transfers SET status = 'matched' FROM locked WHERE transfers.id = locked.id`.execute(tx);
};

/** The next open transfers after the given record number, with their keys. */
export const openTransfersAfter = async (
  db: Db,
  after: string,
  limit: number,
): Promise<{ id: string; key: string }[]> =>
  (
    await sql<{ id: string; key: string }>`
      SELECT id::text, transaction_key(transaction_id) AS key FROM transfers
      WHERE status = 'open' AND id > ${after} ORDER BY transfers.id LIMIT ${sql.lit(limit)}`.execute(db)
  ).rows;

export const latestTransfers = (db: Db, limit: number) =>
  db
    .selectFrom('transfers')
    .select(['id', 'amount', 'mode', 'source', 'captured_by', 'captured_at'])
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();

/** The next number of cash received. A failed transaction uses its number up. */
export const nextCashNumber = async (tx: Tx): Promise<number> => {
  const { rows } = await sql<{ number: string }>`SELECT nextval('cash_references') AS number`.execute(tx);
  return Number(rows[0]?.number);
};
