import { type LookupDeps, serveLookup } from '#http/lookup-routes.ts';
import type { ApiScope } from '#http/scope.ts';
import { LOOKUPS } from './lookups.ts';

export const lookupRoutes = (app: ApiScope, deps: LookupDeps): void => {
  for (const lookup of LOOKUPS) serveLookup(app, deps, lookup);
};
