import type { ApplicationKind } from '@banbo/contract';
import { type Selectable, sql, type Updateable } from 'kysely';
import type { Db, Tables, Tx } from '#db/database.ts';
import { existing } from '#lib/refusal.ts';

type Kind = Selectable<Tables['land_kinds']>;
export type KindPaper = { paper: string; is_needed: boolean };
export type KindRow = Kind & { papers: KindPaper[] };

const kinds = (db: Db) =>
  db
    .selectFrom('land_kinds')
    .selectAll('land_kinds')
    .select(
      sql<KindPaper[]>`coalesce((
        SELECT jsonb_agg(jsonb_build_object('paper', paper, 'is_needed', is_needed) ORDER BY place)
        FROM land_kind_papers WHERE land_kind_papers.kind = land_kinds.kind
      ), '[]')`.as('papers'),
    );

export const allKinds = (db: Db): Promise<KindRow[]> => kinds(db).execute();

export const landKindOf = (db: Db, kind: ApplicationKind): Promise<KindRow> =>
  kinds(db).where('land_kinds.kind', '=', kind).executeTakeFirstOrThrow();

/** A kind with its papers, locked until the transaction ends. Refused with 404 `not_found`. */
export const lockKind = async (tx: Tx, kind: ApplicationKind): Promise<KindRow> => {
  existing(
    await tx.selectFrom('land_kinds').select('kind').where('kind', '=', kind).forUpdate().executeTakeFirst(),
    'kind of applications',
  );
  return landKindOf(tx, kind);
};

export const updateKind = async (tx: Tx, kind: ApplicationKind, change: Updateable<Tables['land_kinds']>) => {
  await tx.updateTable('land_kinds').set(change).where('kind', '=', kind).execute();
};

/** Puts these papers in the place of a kind's list, in their order. */
export const replaceKindPapers = async (tx: Tx, kind: ApplicationKind, papers: readonly KindPaper[]): Promise<void> => {
  await tx.deleteFrom('land_kind_papers').where('kind', '=', kind).execute();
  const rows = papers.map((paper, index) => ({ ...paper, kind, place: index + 1 }));
  if (rows.length > 0) await tx.insertInto('land_kind_papers').values(rows).execute();
};
