import type { Page } from '@banbo/contract';
import type { Db } from '#db/database.ts';

const offset = ({ page, size }: Page): number => (page - 1) * size;

// These tables are filled by hand and stay small (hundreds of rows), so counting them is cheap.
const count = async (db: Db, table: 'nationalities' | 'identifications' | 'relationships'): Promise<number> => {
  const row = await db
    .selectFrom(table)
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(row.count);
};

export const pageOfNationalities = async (db: Db, page: Page) => ({
  rows: await db
    .selectFrom('nationalities')
    .select(['id', 'nationality'])
    .orderBy('nationality', (order) => order.collate('C'))
    .limit(page.size)
    .offset(offset(page))
    .execute(),
  count: await count(db, 'nationalities'),
});

export const pageOfIdentifications = async (db: Db, page: Page) => ({
  rows: await db
    .selectFrom('identifications')
    .select(['id', 'identification'])
    .orderBy('id')
    .limit(page.size)
    .offset(offset(page))
    .execute(),
  count: await count(db, 'identifications'),
});

export const pageOfRelationships = async (db: Db, page: Page) => ({
  rows: await db
    .selectFrom('relationships')
    .select(['id', 'relationship'])
    .orderBy('id')
    .limit(page.size)
    .offset(offset(page))
    .execute(),
  count: await count(db, 'relationships'),
});

/** True when the name is one of the list's. */
export const isNationality = async (db: Db, name: string): Promise<boolean> =>
  (await db.selectFrom('nationalities').select('id').where('nationality', '=', name).executeTakeFirst()) !== undefined;

export const isIdentification = async (db: Db, name: string): Promise<boolean> =>
  (await db.selectFrom('identifications').select('id').where('identification', '=', name).executeTakeFirst()) !==
  undefined;
