import * as contract from '@banbo/contract';
import { holdsVersion } from '#http/headers.ts';
import { serveImport } from '#http/import-routes.ts';
import type { Lists } from '#http/lists/serve-lists.ts';
import { type LookupDeps, serveLookup } from '#http/lookup-routes.ts';
import type { ApiScope } from '#http/scope.ts';
import { serving } from '#http/serving.ts';
import {
  type ActivationDeps,
  acceptActivation,
  activationsSource,
  askForSignIn,
  refuseActivation,
  undoActivation,
} from './activations/activations.ts';
import { type ApplicationDeps, applicationRoutes } from './applications/applications.routes.ts';
import { type CourtCaseDeps, courtCaseRoutes } from './cases/cases.routes.ts';
import { importOfLand } from './imports/land-import.ts';
import { takeBackOfLand } from './imports/taking-back.ts';
import { leaseClockSource, noteRentReview } from './lease-clock/lease-clock.ts';
import { changeLeaseRule } from './lease-rules/change-lease-rule.ts';
import { leaseRules } from './lease-rules/lease-rules.repo.ts';
import { sendTenantMessage, showOwnLand } from './own/own-land.ts';
import {
  askForTenantChange,
  decideTenantRequest,
  tenantRequestsSource,
  withdrawTenantRequest,
} from './own/tenant-requests.ts';
import { type LandPaperDeps, landPaperRoutes } from './papers/papers.routes.ts';
import { type LandPaymentDeps, landPaymentRoutes } from './payments/land-payments.routes.ts';
import { type PlotDeps, plotRoutes } from './plots/plots.routes.ts';
import type { PeopleOfLand } from './plots/read-plots.ts';
import { type RentDeps, rentRoutes } from './rent/rent.routes.ts';
import { rentOwed } from './rent/rent-account.ts';
import { chargesOfTenants, owedOfTenancies } from './rent/rent-accounts.repo.ts';
import { landReportRoutes } from './reports/land-reports.routes.ts';
import { shareRoutes } from './shares/shares.routes.ts';
import { tenanciesSource } from './tenancies/tenancy-lists.ts';
import { changeTenant, renewTenantCode } from './tenants/change-tenant.ts';
import { searchTenants, showLandTenant, tenantsSource } from './tenants/read-tenants.ts';
import { readZoneMap } from './zones/zone-map.ts';
import { ZONES } from './zones/zones.ts';

type TenantDeps = LookupDeps & { lists: Lists; staff: PeopleOfLand };

const tenantRoutes = (app: ApiScope, deps: TenantDeps): void => {
  const { db, lists, staff } = deps;
  const { act, show, change } = serving(app, deps);
  lists.serve(app, contract.tenantList, tenantsSource, () => undefined);
  lists.serve(app, contract.tenancyList, tenanciesSource, () => undefined);
  act(contract.searchTenants, ({ body }) => searchTenants(db, body));
  show(contract.showLandTenant, 'tenant', (found, asked) => showLandTenant(found, asked, staff));
  change(contract.changeTenant, (tx, asked) => changeTenant(tx, asked, staff));
  change(contract.renewTenantCode, renewTenantCode);
};

/** Sign-ins that strangers ask for, and what the office decides on them. */
const activationRoutes = (app: ApiScope, deps: LookupDeps & ActivationDeps & { lists: Lists }): void => {
  const { change } = serving(app, deps);
  change(contract.askForSignIn, askForSignIn);
  deps.lists.serve(app, contract.activationList, activationsSource, () => undefined);
  change(contract.acceptActivation, (tx, asked) => acceptActivation(tx, asked, deps));
  change(contract.refuseActivation, refuseActivation);
  change(contract.undoActivation, undoActivation);
};

/** Tenants' own pages, and the office's answers to what they ask for. */
const ownLandRoutes = (app: ApiScope, deps: LookupDeps & { lists: Lists }): void => {
  const { read, change } = serving(app, deps);
  read(contract.showOwnLand, ({ by, now }) => showOwnLand(deps.db, by, now));
  change(contract.askForTenantChange, askForTenantChange);
  change(contract.withdrawTenantRequest, withdrawTenantRequest);
  change(contract.sendTenantMessage, sendTenantMessage);
  deps.lists.serve(app, contract.tenantRequestList, tenantRequestsSource, () => undefined);
  change(contract.decideTenantRequest, decideTenantRequest);
};

type Deps = LookupDeps &
  PlotDeps &
  TenantDeps &
  LandPaperDeps &
  LandPaymentDeps &
  CourtCaseDeps &
  ActivationDeps &
  RentDeps &
  Omit<ApplicationDeps, 'owes'>;

export const landRoutes = (app: ApiScope, deps: Deps): void => {
  serveLookup(app, deps, ZONES);
  const { read, change } = serving(app, deps);
  read(contract.listLeaseRules, () => leaseRules(deps.db));
  change(contract.changeLeaseRule, changeLeaseRule);
  plotRoutes(app, deps);
  tenantRoutes(app, deps);
  applicationRoutes(app, { ...deps, owes: rentOwed });
  activationRoutes(app, deps);
  deps.lists.serve(app, contract.leaseClockList, leaseClockSource, () => contract.today(deps.now()));
  change(contract.noteRentReview, noteRentReview);
  ownLandRoutes(app, deps);
  read(contract.getZoneMap, async ({ query }, request, reply) => {
    const { tag, map } = await readZoneMap(deps.db, query.zone_id, (held) => holdsVersion(request, held));
    reply.header('etag', tag).header('cache-control', 'private, no-cache');
    return map ?? reply.status(304).send();
  });
  serveImport(app, deps, importOfLand);
  read(contract.previewLandTakeBack, ({ id }) => takeBackOfLand.preview(deps.db, id));
  change(contract.takeBackLandImport, takeBackOfLand.start);
  landPaperRoutes(app, deps);
  landPaymentRoutes(app, { ...deps, rentOwed: owedOfTenancies });
  shareRoutes(app, deps);
  courtCaseRoutes(app, deps);
  rentRoutes(app, deps);
  landReportRoutes(app, { ...deps, rentOwed: owedOfTenancies, rentLines: chargesOfTenants });
};
