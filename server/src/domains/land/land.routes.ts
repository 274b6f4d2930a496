import { type LookupDeps, serveLookup } from '#http/lookup-routes.ts';
import type { ApiScope } from '#http/scope.ts';
import { ZONES } from './zones/zones.ts';

export const landRoutes = (app: ApiScope, deps: LookupDeps): void => {
  serveLookup(app, deps, ZONES);
};
