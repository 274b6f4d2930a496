import { BANK_MATCHES } from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { Refusal } from '#lib/refusal.ts';
import { banksWith } from './lookups.repo.ts';

/** The banks whose name holds the text, in any case. Refused with 404 `not_found` where there is none. */
export const searchBank = async (db: Db, text: string) => {
  const bank = await banksWith(db, text, BANK_MATCHES);
  if (bank.length === 0) throw new Refusal('not_found', 'No bank was found.');
  const message = bank.length === 1 ? 'One bank found.' : `${bank.length} banks found.`;
  return { status: true as const, message, bank };
};
