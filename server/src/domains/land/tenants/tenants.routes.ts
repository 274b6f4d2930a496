import * as contract from '@banbo/contract';
import type { Db } from '#db/database.ts';
import type { Lists } from '#http/lists/serve-lists.ts';
import type { ApiScope } from '#http/scope.ts';
import { serving } from '#http/serving.ts';
import type { PeopleOfLand } from '../plots/read-plots.ts';
import { tenanciesSource } from '../tenancies/tenancy-lists.ts';
import { changeTenant, renewTenantCode } from './change-tenant.ts';
import { searchTenants, showLandTenant, tenantsSource } from './read-tenants.ts';

export type TenantDeps = { db: Db; now: () => Date; lists: Lists; staff: Pick<PeopleOfLand, 'named'> };

export const landTenantRoutes = (app: ApiScope, deps: TenantDeps): void => {
  const { db, lists, staff } = deps;
  const { act, show, change } = serving(app, deps);
  lists.serve(app, contract.tenantList, tenantsSource, () => undefined);
  lists.serve(app, contract.tenancyList, tenanciesSource, () => undefined);
  act(contract.searchTenants, ({ body }) => searchTenants(db, body));
  show(contract.showLandTenant, 'tenant', (found, asked) => showLandTenant(found, asked, staff));
  change(contract.changeTenant, changeTenant);
  change(contract.renewTenantCode, renewTenantCode);
};
