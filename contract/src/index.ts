import { approvalEndpoints } from './approvals/endpoints.ts';
import { auditEndpoints } from './audit/endpoints.ts';
import { bookEndpoints } from './books/endpoints.ts';
import { clearanceEndpoints } from './clearance/index.ts';
import type { Endpoint } from './common/endpoint.ts';
import { deviceEndpoints } from './devices/endpoints.ts';
import { driverEndpoints } from './drivers/index.ts';
import { identityEndpoints } from './identity/index.ts';
import { incidentEndpoints } from './incidents/endpoints.ts';
import { landEndpoints } from './land/endpoints.ts';
import { liveEndpoints } from './live/endpoints.ts';
import { lookupEndpoints } from './lookups/endpoints.ts';
import { messageEndpoints } from './messages/index.ts';
import { paymentEndpoints } from './payments/index.ts';
import { priceEndpoints } from './prices/endpoints.ts';
import { receiptEndpoints } from './receipts/endpoints.ts';
import { landReceiptEndpoints } from './receipts/land-receipts.ts';
import { refundEndpoints } from './refunds/endpoints.ts';
import { reportEndpoints } from './reports/index.ts';
import { siteEndpoints } from './site/index.ts';
import { systemEndpoints } from './system/endpoints.ts';
import { trackingEndpoints } from './tracking/endpoints.ts';

/** Every call of the API by its name, which is that of the operation in the API's description. */
export const ENDPOINTS_BY_NAME: Readonly<Record<string, Endpoint>> = {
  ...systemEndpoints,
  ...siteEndpoints,
  ...lookupEndpoints,
  ...priceEndpoints,
  ...identityEndpoints,
  ...auditEndpoints,
  ...approvalEndpoints,
  ...messageEndpoints,
  ...driverEndpoints,
  ...paymentEndpoints,
  ...clearanceEndpoints,
  ...landReceiptEndpoints,
  ...refundEndpoints,
  ...bookEndpoints,
  ...receiptEndpoints,
  ...deviceEndpoints,
  ...trackingEndpoints,
  ...incidentEndpoints,
  ...landEndpoints,
  ...liveEndpoints,
  ...reportEndpoints,
};

/** Every call of the API. The server serves exactly these; a test compares. */
export const ENDPOINTS: readonly Endpoint[] = /* @__PURE__ */ Object.values(ENDPOINTS_BY_NAME);

export * from './approvals/approval-kinds.ts';
export * from './approvals/approval-list.ts';
export * from './approvals/endpoints.ts';
export * from './audit/audit-actions.ts';
export * from './audit/audit-changes.ts';
export * from './audit/decision-facts.ts';
export * from './audit/endpoints.ts';
export * from './books/archives.ts';
export * from './books/attachments.ts';
export * from './books/cash-ups.ts';
export * from './books/chart.ts';
export * from './books/denominations.ts';
export * from './books/endpoints.ts';
export * from './books/expense-taxes.ts';
export * from './books/expenses.ts';
export * from './books/journals.ts';
export * from './books/months.ts';
export * from './books/opening.ts';
export * from './books/reconcile.ts';
export * from './books/repeated.ts';
export * from './books/revenue.ts';
export * from './books/statements.ts';
export * from './clearance/index.ts';
export * from './common/index.ts';
export * from './devices/device-list.ts';
export * from './devices/endpoints.ts';
export * from './devices/imei.ts';
export * from './devices/imports.ts';
export * from './drivers/index.ts';
export * from './identity/index.ts';
export * from './incidents/crash-cards.ts';
export * from './incidents/dispatches.ts';
export * from './incidents/endpoints.ts';
export * from './incidents/figures.ts';
export * from './incidents/handover.ts';
export * from './incidents/incident-list.ts';
export * from './incidents/incidents.ts';
export * from './incidents/known.ts';
export * from './incidents/packs.ts';
export * from './incidents/photos.ts';
export * from './incidents/places.ts';
export * from './incidents/shifts.ts';
export * from './incidents/sos.ts';
export * from './incidents/states.ts';
export * from './incidents/strangers.ts';
export * from './incidents/teams.ts';
export * from './incidents/text-calls.ts';
export * from './land/activations.ts';
export * from './land/application-fields.ts';
export * from './land/application-list.ts';
export * from './land/applications.ts';
export * from './land/boundaries.ts';
export * from './land/case-list.ts';
export * from './land/cases.ts';
export * from './land/endpoints.ts';
export * from './land/imports.ts';
export * from './land/land-payments.ts';
export * from './land/land-reports.ts';
export * from './land/land-sums.ts';
export * from './land/lease-clock.ts';
export * from './land/lease-rules.ts';
export * from './land/own-land.ts';
export * from './land/paper-words.ts';
export * from './land/papers.ts';
export * from './land/plot-list.ts';
export * from './land/plots.ts';
export * from './land/rent.ts';
export * from './land/rent-lists.ts';
export * from './land/rent-of.ts';
export * from './land/rent-reminders.ts';
export * from './land/rent-words.ts';
export * from './land/ring-text.ts';
export * from './land/share-payouts.ts';
export * from './land/shares.ts';
export * from './land/stool-account.ts';
export * from './land/tenancies.ts';
export * from './land/tenant-code.ts';
export * from './land/tenant-list.ts';
export * from './land/tenant-records.ts';
export * from './land/tenant-requests.ts';
export * from './land/tenant-statements.ts';
export * from './land/tenants.ts';
export * from './land/words.ts';
export * from './land/zone-map.ts';
export * from './land/zones.ts';
export * from './live/endpoints.ts';
export * from './lookups/endpoints.ts';
export * from './messages/index.ts';
export * from './payments/index.ts';
export * from './prices/endpoints.ts';
export * from './prices/land-prices.ts';
export * from './prices/plans.ts';
export * from './prices/price.ts';
export * from './prices/schemas.ts';
export * from './prices/yearly-prices.ts';
export * from './receipts/code.ts';
export * from './receipts/endpoints.ts';
export * from './receipts/land-receipts.ts';
export * from './receipts/taxes.ts';
export * from './refunds/endpoints.ts';
export * from './refunds/refund-list.ts';
export * from './reports/index.ts';
export * from './site/index.ts';
export * from './system/endpoints.ts';
export * from './tracking/endpoints.ts';
export * from './tracking/feed-outage.ts';
export * from './tracking/feeds.ts';
export * from './tracking/fence-shape.ts';
export * from './tracking/fences.ts';
export * from './tracking/own-car.ts';
export * from './tracking/states.ts';
export * from './tracking/stolen.ts';
export * from './tracking/stolen-list.ts';
export * from './tracking/trackers.ts';
export * from './tracking/trails.ts';
export * from './tracking/unknown-trackers.ts';
export * from './tracking/watch.ts';
export * from './tracking/watch-list.ts';
