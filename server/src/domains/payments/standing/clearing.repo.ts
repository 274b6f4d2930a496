import type { Db } from '#db/database.ts';

/** True when some payment sent since the day, of the type given or any, was cleared: an office that clears does so here. */
export const clearedSince = async (db: Db, day: string, typeCode?: string): Promise<boolean> =>
  (await db
    .selectFrom('payments')
    .select('id')
    .where('status', '=', 'cleared')
    .where('transaction_date', '>=', day)
    .$if(typeCode !== undefined, (query) => query.where('type_code', '=', typeCode ?? ''))
    .limit(1)
    .executeTakeFirst()) !== undefined;
