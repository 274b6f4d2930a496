import { BANK_MATCHES, searchBank } from '@banbo/contract';
import { type LookupDeps, serveLookup } from '#http/lookup-routes.ts';
import type { ApiScope } from '#http/scope.ts';
import { Refusal } from '#lib/refusal.ts';
import { banksWith } from './lookups.repo.ts';
import { LOOKUPS } from './lookups.ts';

export const lookupRoutes = (app: ApiScope, deps: LookupDeps): void => {
  for (const lookup of LOOKUPS) serveLookup(app, deps, lookup);
  app.route({
    ...searchBank,
    handler: async ({ body }) => {
      const bank = await banksWith(deps.db, body.bank, BANK_MATCHES);
      if (bank.length === 0) throw new Refusal('not_found', 'No bank was found.');
      const message = bank.length === 1 ? 'One bank found.' : `${bank.length} banks found.`;
      return { status: true as const, message, bank };
    },
  });
};
