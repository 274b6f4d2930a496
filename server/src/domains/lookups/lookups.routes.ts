import { BANK_MATCHES, searchBank as searchBankEndpoint } from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { type LookupDeps, serveLookup } from '#http/lookup-routes.ts';
import type { ApiScope } from '#http/scope.ts';
import { serving } from '#http/serving.ts';
import { Refusal } from '#lib/refusal.ts';
import { banksWith } from './lookups.repo.ts';
import { LOOKUPS } from './lookups.ts';

/** Finds banks by a part of the name. Refused with 404 `not_found` without any. */
const searchBank = async (db: Db, text: string) => {
  const bank = await banksWith(db, text, BANK_MATCHES);
  if (bank.length === 0) throw new Refusal('not_found', 'No bank was found.');
  const message = bank.length === 1 ? 'One bank found.' : `${bank.length} banks found.`;
  return { message, bank };
};

export const lookupRoutes = (app: ApiScope, deps: LookupDeps): void => {
  for (const lookup of LOOKUPS) serveLookup(app, deps, lookup);
  serving(app, deps).act(searchBankEndpoint, ({ body }) => searchBank(deps.db, body.bank));
};
