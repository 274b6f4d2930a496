import { type ListQuery, type PaymentMode, parseReceiptNumber, type receiptList } from '@banbo/contract';
import { type RawBuilder, type Selectable, type SqlBool, sql } from 'kysely';
import type { Db, Tables, Tx } from '#db/database.ts';
import type { ListSql } from '#db/list/list-sql.ts';
import { isTransactionNamed } from '#db/named-transaction.ts';
import { type ArchivedRow, among, anyOf, type Records, utcText } from '#db/records.ts';

/** The records that receipts are of: a driver's payment, or what was paid together for land. */
export const RECEIPT_KINDS = ['payment', 'land payment'] as const;
export type ReceiptKind = (typeof RECEIPT_KINDS)[number];

export type ReceiptRow = Selectable<Tables['receipts']>;

/** A receipt as the database takes it. Amounts are text with two decimals. */
export type StoredReceipt = {
  kind: string;
  subject_id: string;
  paid_on: string;
  issued_at: Date;
  issued_by: string | null;
  payer_name: string;
  payer_details: string;
  mode: PaymentMode;
  transaction_id: string;
  received_by: string;
  price: string | null;
  tin: string | null;
  taxes: readonly { name: string; rate: string; amount: string }[];
  amount: string;
  lines: readonly { text: string; amount: string }[];
};

/** Both kinds are of payments, which have numbers of their own each. */
const IS_OF_PAYMENT = sql<SqlBool>`kind IN (${sql.join(RECEIPT_KINDS.map((kind) => sql.lit(kind)))})`;

/** Stores receipts with the next numbers in the order given, and queues them to be texted. */
export const insertReceipts = async (tx: Tx, receipts: readonly StoredReceipt[]): Promise<void> => {
  await sql`
    WITH head AS (
      UPDATE receipt_head SET number = number + ${receipts.length} RETURNING number - ${receipts.length} AS last
    ), issued AS (
      INSERT INTO receipts (number, kind, subject_id, paid_on, issued_at, issued_by, payer_name, payer_details, mode,
        transaction_id, received_by, price, tin, taxes, amount, lines)
      SELECT head.last + place, given.kind, given.subject_id, given.paid_on, given.issued_at, given.issued_by,
        given.payer_name, given.payer_details, given.mode, given.transaction_id, given.received_by, given.price, given.tin,
        given.taxes, given.amount, given.lines
      FROM head, jsonb_array_elements(${JSON.stringify(receipts)}::jsonb) WITH ORDINALITY AS list (value, place)
      CROSS JOIN LATERAL jsonb_populate_record(NULL::receipts, value) AS given
      RETURNING number
    )
    INSERT INTO receipts_to_text SELECT number FROM issued`.execute(tx);
};

type Voided = { subjectIds: readonly string[]; reason: string; by: string | null; now: Date };

/** Voids the receipts of these records, and gives their number. */
export const markVoid = async (tx: Tx, { subjectIds, reason, by, now }: Voided): Promise<number> => {
  const { numUpdatedRows } = await tx
    .updateTable('receipts')
    .set({ status: 'void', void_reason: reason, voided_at: now, voided_by: by })
    .where(IS_OF_PAYMENT)
    .where(sql<SqlBool>`subject_id = ANY(${subjectIds}::bigint[])`)
    .where('status', '=', sql.lit('issued'))
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
};

/** Sets or takes off the note of these records' receipts. */
export const setNotes = async (
  tx: Tx,
  { subjectIds, note }: { subjectIds: readonly string[]; note: string | null },
): Promise<void> => {
  const own = sql`SELECT number FROM receipts WHERE ${IS_OF_PAYMENT} AND subject_id = ANY(${subjectIds}::bigint[])`;
  await (note === null
    ? sql`DELETE FROM receipt_notes WHERE number IN (${own})`
    : sql`
        INSERT INTO receipt_notes (number, note) SELECT number, ${note} FROM (${own}) AS own
        ON CONFLICT (number) DO UPDATE SET note = excluded.note`
  ).execute(tx);
};

/** Identifies a receipt by number, code or record. */
export type ReceiptName = { number: string } | { code: string };

/** A receipt as it is printed, with a note that holds today; null without one. */
export type PrintedReceipt = ReceiptRow & { note: string | null };

const printed = (db: Db) =>
  db
    .selectFrom('receipts')
    .selectAll()
    .select(
      sql<string | null>`(SELECT note FROM receipt_notes WHERE receipt_notes.number = receipts.number)`.as('note'),
    );

export const findReceipt = async (db: Db, name: ReceiptName): Promise<PrintedReceipt | null> => {
  const conditions = Object.entries(name).map(([column, value]) => sql<SqlBool>`${sql.ref(column)} = ${value}`);
  return (await conditions.reduce((query, one) => query.where(one), printed(db)).executeTakeFirst()) ?? null;
};

/** The receipts of these records, the first numbers first. */
export const receiptRows = (db: Db, subjectIds: readonly string[]): Promise<PrintedReceipt[]> =>
  printed(db)
    .where(IS_OF_PAYMENT)
    .where(among('subject_id', { ids: subjectIds }))
    .orderBy('number')
    .execute();

export type IssuedReceipt = Pick<ReceiptRow, 'number' | 'subject_id' | 'amount' | 'status'>;

export const receiptsOfRecords = (db: Db, records: Records): Promise<IssuedReceipt[]> =>
  db
    .selectFrom('receipts')
    .select(['number', 'subject_id', 'amount', 'status'])
    .where(IS_OF_PAYMENT)
    .where(among('subject_id', records))
    .execute();

/** The receipts of these payments as the archive of a year has them, without people. */
export const archivedReceipts = async (db: Db, paymentIds: readonly string[]): Promise<ArchivedRow[]> => {
  const { rows } = await sql<ArchivedRow>`
    SELECT number::text, subject_id::text AS payment, paid_on::text, ${utcText('issued_at')} AS issued_at,
      issued_by::text AS issued_by, mode, transaction_id, amount::text, status, void_reason AS reason,
      ${utcText('voided_at')} AS voided_at, voided_by::text AS voided_by
    FROM receipts WHERE ${IS_OF_PAYMENT} AND subject_id = ${anyOf(paymentIds)} ORDER BY receipts.number`.execute(db);
  return rows;
};

/** The last number that was given to a receipt or skipped. */
export const lastReceiptNumber = async (db: Db): Promise<string> =>
  (await db.selectFrom('receipt_head').select('number').executeTakeFirstOrThrow()).number;

/** Numbers in a range without a receipt that were not skipped by a restore. */
export const missingReceipts = async (db: Db, { after, upTo }: { after: string; upTo: string }): Promise<string[]> => {
  const { rows } = await sql<{ number: string }>`
    SELECT number::text FROM generate_series(${after}::bigint + 1, ${upTo}::bigint) AS given (number)
    WHERE NOT EXISTS (SELECT FROM receipts WHERE receipts.number = given.number) AND NOT EXISTS (
      SELECT FROM skipped_numbers WHERE series = 'receipts' AND given.number BETWEEN first AND last
    ) ORDER BY given.number`.execute(db);
  return rows.map(({ number }) => number);
};

/** Numbers of a series of the database's `counters` that restores skipped, in their order. */
export const skippedOf = (db: Db, series: string): Promise<{ first: string; last: string }[]> =>
  db.selectFrom('skipped_numbers').select(['first', 'last']).where('series', '=', series).orderBy('first').execute();

/** Takes receipts off the list of those to be texted, the first ones first. */
export const takeRowsToText = async (tx: Tx, limit: number): Promise<ReceiptRow[]> => {
  const { rows } = await sql<ReceiptRow>`
    WITH taken AS (
      DELETE FROM receipts_to_text WHERE number IN (
        SELECT number FROM receipts_to_text ORDER BY number LIMIT ${limit} FOR UPDATE SKIP LOCKED
      ) RETURNING number
    )
    SELECT receipts.* FROM receipts JOIN taken USING (number) ORDER BY number`.execute(tx);
  return rows;
};

/**
 * Notes that these receipts are texted, off the list of those to be, and gives those of which it is
 * news. Waits for another transaction that texts one of them; as all do, it takes them off the list
 * before it notes them.
 */
export const noteTexted = async (tx: Tx, numbers: readonly string[], now: Date): Promise<Set<string>> => {
  const { rows } = await sql<{ number: string }>`
    WITH held AS (
      SELECT number FROM receipts_to_text WHERE number = ANY(${numbers}::bigint[]) ORDER BY number FOR UPDATE
    ), taken AS (DELETE FROM receipts_to_text WHERE number IN (SELECT number FROM held) RETURNING number)
    INSERT INTO texted_receipts (number, texted_at)
    SELECT number, ${now} FROM unnest(${numbers}::bigint[]) AS given (number)
    WHERE (SELECT count(*) FROM taken) >= 0 ORDER BY number
    ON CONFLICT DO NOTHING RETURNING number::text`.execute(tx);
  return new Set(rows.map(({ number }) => number));
};

/** The moment at which the first of these receipts was texted; null if none was. */
export const textedAt = async (db: Db, numbers: readonly string[]): Promise<Date | null> => {
  const texted = db
    .selectFrom('texted_receipts')
    .select('texted_at')
    .where(among('number', { ids: numbers }));
  return (await texted.orderBy('number').limit(1).executeTakeFirst())?.texted_at ?? null;
};

export const hasReceiptsToText = async (db: Db): Promise<boolean> =>
  (await db.selectFrom('receipts_to_text').select('number').limit(1).executeTakeFirst()) !== undefined;

const named = (search: string): RawBuilder<SqlBool> => {
  const number = parseReceiptNumber(search);
  const isTransaction = isTransactionNamed(search);
  return number === null ? isTransaction : sql<SqlBool>`(${isTransaction} OR number = ${number})`;
};

/** An expression: the records of a kind's receipts that a number or transaction ID names. */
export const subjectsNamed = (kind: ReceiptKind, search: string): RawBuilder<unknown> =>
  sql`SELECT subject_id FROM receipts WHERE kind = ${sql.lit(kind)} AND ${named(search)}`;

/** Receipts of one kind. */
export const receiptsSql = (kind: ReceiptKind): ListSql<ListQuery<typeof receiptList>, ReceiptRow> => ({
  rows: (db) => db.selectFrom('receipts').selectAll(),
  // A literal state, for the partial index of void receipts.
  filters: { search: named, status: (status) => sql`status = ${sql.lit(status)}` },
  // A literal, for the partial indexes of each kind.
  always: () => sql`kind = ${sql.lit(kind)}`,
  sorts: { number: ['number'] },
});
