import { type Insertable, type Selectable, sql } from 'kysely';
import type { Db, Tables, Tx } from '#db/database.ts';

export type StoredShareRule = Selectable<Tables['share_rules']>;

const MOST = 50;

/** The newest rules, those that hold from the latest day first. */
export const newestShareRules = (db: Db): Promise<StoredShareRule[]> =>
  db
    .selectFrom('share_rules')
    .selectAll()
    .orderBy('valid_from', 'desc')
    .orderBy('id', 'desc')
    .limit(sql.lit(MOST))
    .execute();

/** The rule of a day: the last that began, of one day the one that was set last. */
export const shareRuleOn = (db: Db, day: string): Promise<StoredShareRule | undefined> =>
  db
    .selectFrom('share_rules')
    .selectAll()
    .where('valid_from', '<=', day)
    .orderBy('valid_from', 'desc')
    .orderBy('id', 'desc')
    .limit(sql.lit(1))
    .executeTakeFirst();

export const insertShareRule = async (tx: Tx, row: Insertable<Tables['share_rules']>): Promise<string> =>
  (await tx.insertInto('share_rules').values(row).returning('id').executeTakeFirstOrThrow()).id;
