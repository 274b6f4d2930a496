import { TEMPLATE_KEYS, type TemplateKey } from '@banbo/contract';
import type { Db, Tx } from '#db/database.ts';

export type StoredWords = { key: TemplateKey; words: string; changed_by: string; changed_at: Date };

/** The company's own words of a template; undefined where there are none. */
export const storedWords = async (db: Db, key: TemplateKey): Promise<string | undefined> =>
  (await db.selectFrom('message_templates').select('words').where('key', '=', key).executeTakeFirst())?.words;

/** All of them; there are as many as templates at most. */
export const allStoredWords = (db: Db): Promise<StoredWords[]> =>
  db
    .selectFrom('message_templates')
    .select(['words', 'changed_by', 'changed_at'])
    .select((eb) => eb.ref('key').$castTo<TemplateKey>().as('key'))
    .where('key', 'in', TEMPLATE_KEYS)
    .execute();

export const storeWords = async (tx: Tx, row: StoredWords): Promise<void> => {
  const { key, ...values } = row;
  await tx
    .insertInto('message_templates')
    .values(row)
    .onConflict((conflict) => conflict.column('key').doUpdateSet(values))
    .execute();
};

/** Removes own words and gives them; undefined where there were none. */
export const removeWords = async (tx: Tx, key: TemplateKey): Promise<string | undefined> =>
  (await tx.deleteFrom('message_templates').where('key', '=', key).returning('words').executeTakeFirst())?.words;

/** Waits until nobody else changes the template, until the transaction ends. */
export const lockTemplates = async (tx: Tx): Promise<void> => {
  await tx.selectFrom('message_templates').select('key').orderBy('key').forUpdate().execute();
};
