import * as contract from '@banbo/contract';
import { type LookupDeps, serveLookup } from '#http/lookup-routes.ts';
import type { ApiScope } from '#http/scope.ts';
import { serving } from '#http/serving.ts';
import { type ActivationRouteDeps, activationRoutes } from './activations/activations.routes.ts';
import { type ApplicationDeps, applicationRoutes } from './applications/applications.routes.ts';
import { type CourtCaseDeps, courtCaseRoutes } from './cases/cases.routes.ts';
import { landImportRoutes } from './imports/land-imports.routes.ts';
import { leaseClockSource, noteRentReview } from './lease-clock/lease-clock.ts';
import { changeLeaseRule } from './lease-rules/change-lease-rule.ts';
import { leaseRules } from './lease-rules/lease-rules.repo.ts';
import { ownLandRoutes } from './own/own-land.routes.ts';
import { type LandPaperDeps, landPaperRoutes } from './papers/papers.routes.ts';
import { type LandPaymentDeps, landPaymentRoutes } from './payments/land-payments.routes.ts';
import { type PlotDeps, plotRoutes } from './plots/plots.routes.ts';
import { type RentDeps, rentRoutes } from './rent/rent.routes.ts';
import { rentOwed } from './rent/rent-account.ts';
import { chargesOfTenants, owedOfTenancies } from './rent/rent-accounts.repo.ts';
import { landReportRoutes } from './reports/land-reports.routes.ts';
import { shareRoutes } from './shares/shares.routes.ts';
import { landTenantRoutes, type TenantDeps } from './tenants/tenants.routes.ts';
import { zoneMapRoute } from './zones/zone-map.routes.ts';
import { ZONES } from './zones/zones.ts';

type Deps = LookupDeps &
  PlotDeps &
  TenantDeps &
  LandPaperDeps &
  LandPaymentDeps &
  CourtCaseDeps &
  ActivationRouteDeps &
  RentDeps &
  Omit<ApplicationDeps, 'owes'>;

export const landRoutes = (app: ApiScope, deps: Deps): void => {
  serveLookup(app, deps, ZONES);
  const { read, change } = serving(app, deps);
  read(contract.listLeaseRules, () => leaseRules(deps.db));
  change(contract.changeLeaseRule, changeLeaseRule);
  plotRoutes(app, deps);
  landTenantRoutes(app, deps);
  applicationRoutes(app, { ...deps, owes: rentOwed });
  activationRoutes(app, deps);
  deps.lists.serve(app, contract.leaseClockList, leaseClockSource, () => contract.today(deps.now()));
  change(contract.noteRentReview, noteRentReview);
  ownLandRoutes(app, deps);
  zoneMapRoute(app, deps);
  landImportRoutes(app, deps);
  landPaperRoutes(app, deps);
  landPaymentRoutes(app, { ...deps, rentOwed: owedOfTenancies });
  shareRoutes(app, deps);
  courtCaseRoutes(app, deps);
  rentRoutes(app, deps);
  landReportRoutes(app, { ...deps, rentOwed: owedOfTenancies, rentLines: chargesOfTenants });
};
