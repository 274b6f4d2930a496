import { searchBank as searchBankEndpoint } from '@banbo/contract';
import { type LookupDeps, serveLookup } from '#http/lookup-routes.ts';
import type { ApiScope } from '#http/scope.ts';
import { LOOKUPS } from './lookups.ts';
import { searchBank } from './search-bank.ts';

export const lookupRoutes = (app: ApiScope, deps: LookupDeps): void => {
  for (const lookup of LOOKUPS) serveLookup(app, deps, lookup);
  app.route({ ...searchBankEndpoint, handler: ({ body }) => searchBank(deps.db, body.bank) });
};
