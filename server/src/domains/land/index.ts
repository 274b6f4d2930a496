export { countWaitingActivations } from './activations/activations.repo.ts';
export { forgetActivations } from './activations/activations.ts';
export {
  countLateApplications,
  countLodgedByAge,
  countWaitingApplications,
} from './applications/application-lists.repo.ts';
export { addApplicationPaper } from './applications/application-papers.ts';
export { lastDecisions } from './applications/application-rows.ts';
export { decideApplication, stepApplication } from './applications/decide-application.ts';
export { kindApproval } from './applications/kinds.ts';
export { addApplication, changeApplication } from './applications/write-application.ts';
export { countHeardCases } from './cases/case-lists.repo.ts';
export { hasHearingsToRemind, remindOfHearings } from './cases/remind-hearings.ts';
export { findCasesByText } from './cases/show-case.ts';
export { clearOldLandImports, landImport } from './imports/land-import.ts';
export { landTakeBack } from './imports/taking-back.ts';
export { landRoutes } from './land.routes.ts';
export { leaseClockFigures } from './lease-clock/lease-clock.ts';
export { tenantIdOf, tenantsSignedIn } from './own/own-land.repo.ts';
export { countWaitingOfTenants } from './own/tenant-requests.repo.ts';
export { landDesk, receiveLandPayment } from './payments/receive-land-payment.ts';
export { findPlotsByText } from './plots/read-plots.ts';
export { rentApprovals } from './rent/change-rent.ts';
export { clearOldRentRuns, rentRunJob, startRentRun } from './rent/raise-rent.ts';
export { sumOwed } from './rent/rent-arrears.repo.ts';
export {
  bookedRentBatches,
  bookedRentCancellations,
  compareRentAccounts,
  compareRentBatches,
  lastRentBatchId,
  lastRentChargeId,
  lastTenancyId,
  lockedRentBatches,
  lockedRentCancellations,
} from './rent/rent-books.ts';
export { rentReminderJob } from './rent/rent-reminders.ts';
export { askSharePayout, changeSharePayout, sharePayoutApproval } from './shares/pay-shares.ts';
export { askShareRule, shareRuleApproval } from './shares/set-share-rule.ts';
export { lastSharePayoutId } from './shares/share-payouts.repo.ts';
export { bookedSharePayouts, bookedSignedReceipts, lockedSharePayouts } from './shares/shares-in-books.ts';
export { tenantIdentityChange } from './tenants/change-tenant.ts';
export { findTenantsByText } from './tenants/read-tenants.ts';
export { namesOfZones } from './zones/zones.repo.ts';
