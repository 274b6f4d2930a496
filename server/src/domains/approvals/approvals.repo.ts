import {
  APPROVAL_KIND_NAMES,
  type ApprovalKind,
  type aloneDecisionList,
  type approvalList,
  type ListQuery,
} from '@banbo/contract';
import { type Insertable, sql } from 'kysely';
import type { Db, Tables, Tx } from '#db/database.ts';
import { equals, fromDay, type ListSql, untilDay } from '#db/list/list-sql.ts';
import { type ArchivedRow, countRows, isInYear, type OfYear, utcText } from '#db/records.ts';
import { existing } from '#lib/refusal.ts';

const approvals = (db: Db) => db.selectFrom('approvals').selectAll();

export type ApprovalEntry = Awaited<ReturnType<ReturnType<typeof approvals>['execute']>>[number];

export const approvalById = (db: Db, id: string): Promise<ApprovalEntry | undefined> =>
  approvals(db).where('id', '=', id).executeTakeFirst();

/** The approval, locked until the transaction ends. Refused with 404 `not_found`. */
export const lockApproval = async (tx: Tx, id: string): Promise<ApprovalEntry> =>
  existing(await approvals(tx).where('id', '=', id).forNoKeyUpdate().executeTakeFirst(), 'approval');

type Subject = { kind: ApprovalKind; subjectId: string };

const waitingOf = (db: Db, { kind, subjectId }: Subject) =>
  approvals(db).where('kind', '=', kind).where('subject_id', '=', subjectId).where('status', '=', sql.lit('asked'));

/** The change of the subject that waits, or undefined. */
export const waitingApproval = (db: Db, subject: Subject): Promise<ApprovalEntry | undefined> =>
  waitingOf(db, subject).executeTakeFirst();

/** The same, locked until the transaction ends. */
export const lockWaiting = (tx: Tx, subject: Subject): Promise<ApprovalEntry | undefined> =>
  waitingOf(tx, subject).forNoKeyUpdate().executeTakeFirst();

/** The changes of these kinds that wait, the oldest first; few do at a time. */
export const waitingOfKinds = (db: Db, kinds: readonly ApprovalKind[]): Promise<ApprovalEntry[]> =>
  approvals(db).where('kind', 'in', kinds).where('status', '=', sql.lit('asked')).orderBy('id').limit(100).execute();

/** Stores what is asked and gives its id; undefined if a change of the subject waits already. */
export const insertApproval = async (tx: Tx, row: Insertable<Tables['approvals']>): Promise<string | undefined> => {
  const inserted = tx
    .insertInto('approvals')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['kind', 'subject_id']).where('status', '=', sql.lit('asked')).doNothing(),
    )
    .returning('id');
  return (await inserted.executeTakeFirst())?.id;
};

/** The reader of the list: the kinds that they approve, and their account. */
export type Reader = { kinds: readonly ApprovalKind[]; accountId: string };

export const approvalSql: ListSql<ListQuery<typeof approvalList>, ApprovalEntry, Reader> = {
  rows: approvals,
  // A newer server may have stored kinds that this one has no words for.
  scope: ({ kinds, accountId }) =>
    sql`(kind = ANY(${kinds}::text[]) OR asked_by = ${accountId} AND kind = ANY(${APPROVAL_KIND_NAMES}::text[]))`,
  filters: {
    status: equals('status'),
    kind: equals('kind'),
    from: fromDay('asked_at'),
    to: untilDay('asked_at'),
  },
  sorts: { status: ['state_rank', 'asked_at', 'id'], asked_at: ['asked_at', 'id'] },
};

/** The most that a badge counts. */
const MOST_COUNTED = 1_000;

/** The number of changes that wait for the reader: of their kinds, and asked by somebody else. */
export const countApprovalsFor = (db: Db, { kinds, accountId }: Reader): Promise<number> =>
  countRows(
    db,
    db
      .selectFrom('approvals')
      .where('status', '=', sql.lit('asked'))
      .where(sql<boolean>`kind = ANY(${kinds}::text[])`)
      .where('asked_by', '<>', accountId)
      .limit(MOST_COUNTED),
  );

const alone = (db: Db) => db.selectFrom('alone_decisions').selectAll();

export type AloneEntry = Awaited<ReturnType<ReturnType<typeof alone>['execute']>>[number];

export const insertAloneDecision = async (tx: Tx, row: Insertable<Tables['alone_decisions']>): Promise<void> => {
  await tx.insertInto('alone_decisions').values(row).execute();
};

/** Changes that were approved after a moment. */
export const approvedAfter = (db: Db, after: Date): Promise<{ kind: string; decided_at: Date }[]> =>
  db
    .selectFrom('approvals')
    .select(['kind', 'decided_at'])
    .where('status', '=', sql.lit('approved'))
    .where('decided_at', '>', after)
    .limit(MOST_COUNTED)
    .$narrowType<{ decided_at: Date }>()
    .execute();

/** The decisions made alone after a moment. */
export const countAlone = (db: Db, after: Date): Promise<number> =>
  countRows(db, db.selectFrom('alone_decisions').where('at', '>', after).limit(MOST_COUNTED));

export const aloneSql: ListSql<ListQuery<typeof aloneDecisionList>, AloneEntry> = {
  rows: alone,
  filters: { from: fromDay('at'), to: untilDay('at') },
  sorts: { at: ['at', 'id'] },
};

/** Changes asked for in a year, as its archive has them: their subjects by number. */
export const approvalsOfYear = async (db: Db, { year, after, limit }: OfYear): Promise<ArchivedRow[]> => {
  const { rows } = await sql<ArchivedRow>`
    SELECT id::text, kind, subject_id, status, reason, status_reason, asked_by::text AS asked_by,
      ${utcText('asked_at')} AS asked_at, decided_by::text AS decided_by, ${utcText('decided_at')} AS decided_at,
      CASE WHEN is_alone THEN 'yes' ELSE 'no' END AS is_alone
    FROM approvals WHERE ${isInYear('asked_at', year)} AND id > ${after} ORDER BY approvals.id LIMIT ${limit}`.execute(
    db,
  );
  return rows;
};
