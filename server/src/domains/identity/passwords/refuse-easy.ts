import type { Db } from '#db/database.ts';
import { readSite } from '#domains/site';
import { Refusal } from '#lib/refusal.ts';
import { whyEasy } from './easy-password.ts';

/** The product's own name, which demo passwords are made of. */
const PRODUCT = 'Banbo';

/**
 * Refuses a new password that is easy to guess, with 422 `refused` at its field. `known` are the names and numbers of its
 * owner. Seeds set theirs without this.
 */
export const refuseEasy = async (
  db: Db,
  { password, field, known }: { password: string; field: string; known: readonly string[] },
): Promise<void> => {
  const { company_name } = await readSite(db);
  const message = await whyEasy(password, [PRODUCT, company_name, ...known]);
  if (message !== null) throw new Refusal('refused', message, { issues: [{ path: `body.${field}`, message }] });
};
