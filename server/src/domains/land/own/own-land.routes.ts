import * as contract from '@banbo/contract';
import type { Db } from '#db/database.ts';
import type { Lists } from '#http/lists/serve-lists.ts';
import type { ApiScope } from '#http/scope.ts';
import { serving } from '#http/serving.ts';
import { sendTenantMessage, showOwnLand } from './own-land.ts';
import {
  askForTenantChange,
  decideTenantRequest,
  tenantRequestsSource,
  withdrawTenantRequest,
} from './tenant-requests.ts';

type Deps = { db: Db; now: () => Date; lists: Lists };

/** Tenants' own pages, and the office's answers to what they ask for. */
export const ownLandRoutes = (app: ApiScope, deps: Deps): void => {
  const { read, change } = serving(app, deps);
  read(contract.showOwnLand, ({ by, now }) => showOwnLand(deps.db, by, now));
  change(contract.askForTenantChange, askForTenantChange);
  change(contract.withdrawTenantRequest, withdrawTenantRequest);
  change(contract.sendTenantMessage, sendTenantMessage);
  deps.lists.serve(app, contract.tenantRequestList, tenantRequestsSource, () => undefined);
  change(contract.decideTenantRequest, decideTenantRequest);
};
