import type {
  LandDocumentKind,
  LandDocumentStatus,
  LandPaperFacts,
  ListQuery,
  landDocumentList,
} from '@banbo/contract';
import { type Insertable, type RawBuilder, type Selectable, type SqlBool, sql } from 'kysely';
import type { Db, Tables, Tx } from '#db/database.ts';
import type { ListSql } from '#db/list/list-sql.ts';
import { hasPrefix } from '#db/prefix.ts';
import { anyOf } from '#db/records.ts';
import { upper } from '#lib/values.ts';
import { idsOfPlotsNumbered } from '../plots/plots.repo.ts';

export type LandDocumentRow = Selectable<Tables['land_documents']>;

const documents = (db: Db) => db.selectFrom('land_documents').selectAll();

export const documentById = (db: Db, id: string): Promise<LandDocumentRow | undefined> =>
  documents(db).where('id', '=', id).executeTakeFirst();

export const documentOfCode = (db: Db, code: string): Promise<LandDocumentRow | undefined> =>
  documents(db).where('code', '=', code).executeTakeFirst();

export const insertDocument = async (
  tx: Tx,
  { facts, ...row }: Omit<Insertable<Tables['land_documents']>, 'facts'> & { facts: LandPaperFacts },
): Promise<string> => {
  const values = { ...row, facts: JSON.stringify(facts) };
  return (await tx.insertInto('land_documents').values(values).returning('id').executeTakeFirstOrThrow()).id;
};

/** The newest paper of this kind of a tenancy, and whether it says these facts. */
export const newestDocument = async (
  tx: Tx,
  { kind, tenancyId, facts }: { kind: LandDocumentKind; tenancyId: string; facts: LandPaperFacts },
): Promise<{ id: string; number: string; is_same: boolean } | undefined> =>
  tx
    .selectFrom('land_documents')
    .select(['id', 'number', sql<boolean>`facts = ${JSON.stringify(facts)}::jsonb`.as('is_same')])
    .where('kind', '=', kind)
    .where('tenancy_id', '=', tenancyId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();

/** How a paper stands on a day, and the newest number that replaced it. */
export type DocumentStatus = { id: string; status: LandDocumentStatus; replaced_by: string | null };

/** How papers stand on a day, by id. A slip reports its day alone, so it is always valid. */
export const documentStatuses = async (
  db: Db,
  ids: readonly string[],
  day: string,
): Promise<ReadonlyMap<string, DocumentStatus>> => {
  const { rows } = await sql<DocumentStatus>`
    SELECT paper.id, newer.number AS replaced_by, CASE
      WHEN paper.kind = 'slip' THEN 'valid'
      WHEN land_applications.status = 'annulled' THEN 'annulled'
      WHEN held_until IS NOT NULL OR ends_on <= ${day} THEN 'ended'
      WHEN newer.number IS NOT NULL THEN 'replaced'
      ELSE 'valid' END AS status
    FROM land_documents AS paper
      LEFT JOIN tenancies ON tenancies.id = paper.tenancy_id
      LEFT JOIN land_applications ON made_tenancy_id = tenancies.id
      LEFT JOIN LATERAL (
        SELECT number FROM land_documents AS other
        WHERE other.tenancy_id = paper.tenancy_id AND other.kind = paper.kind AND other.id > paper.id
        ORDER BY other.id DESC LIMIT 1
      ) AS newer ON true
    WHERE paper.id = ${anyOf(ids)}`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
};

const MOST_FOUND = 10_000;

/** Papers whose number begins as typed, and those of plots that are named so. */
const found = (text: string) => {
  const papers = (where: RawBuilder<unknown>) =>
    sql`(SELECT id FROM land_documents WHERE ${where} LIMIT ${sql.lit(MOST_FOUND)})`;
  return sql<SqlBool>`id = ANY(ARRAY(
    ${papers(hasPrefix(sql`number`, upper(text)))}
    UNION ${papers(sql`plot_id = ANY(ARRAY(${idsOfPlotsNumbered(text)}))`)}
  ))`;
};

export const landDocumentsSql: ListSql<ListQuery<typeof landDocumentList>, LandDocumentRow, { day: string }> = {
  rows: documents,
  filters: {
    kind: (kind) => sql`kind = ${sql.lit(kind)}`,
    search: found,
    plot: (id) => sql`plot_id = ${id}::bigint`,
  },
  sorts: { day: ['day', 'id'] },
};
