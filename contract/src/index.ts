import { auditEndpoints } from './audit/endpoints.ts';
import { clearanceEndpoints } from './clearance/decisions.ts';
import { deskEndpoints } from './clearance/desk.ts';
import { feePaymentEndpoints } from './clearance/fees.ts';
import { promptEndpoints } from './clearance/prompts.ts';
import { statementEndpoints } from './clearance/statements.ts';
import type { Endpoint } from './common/endpoint.ts';
import { driverChangeEndpoints } from './drivers/driver-change.ts';
import { driverEndpoints } from './drivers/endpoints.ts';
import { driverImportEndpoints } from './drivers/imports/endpoints.ts';
import { privacyEndpoints } from './drivers/privacy.ts';
import { identityEndpoints } from './identity/endpoints.ts';
import { liveEndpoints } from './live/endpoints.ts';
import { lookupEndpoints } from './lookups/endpoints.ts';
import { messageEndpoints } from './messages/endpoints.ts';
import { arrearsEndpoints } from './payments/arrears.ts';
import { driverStandingEndpoints } from './payments/driver-standing.ts';
import { paymentEndpoints } from './payments/endpoints.ts';
import { incompleteRegistrationEndpoints } from './payments/incomplete-registrations.ts';
import { memberStandingEndpoints } from './payments/member-standing.ts';
import { driverMergeEndpoints } from './payments/merge.ts';
import { reminderEndpoints } from './payments/reminders.ts';
import { priceEndpoints } from './prices/endpoints.ts';
import { receiptEndpoints } from './receipts/endpoints.ts';
import { bookCheckEndpoints } from './reports/book-checks.ts';
import { reportEndpoints } from './reports/endpoints.ts';
import { failedJobEndpoints } from './reports/failed-jobs.ts';
import { serverClockEndpoints } from './reports/server-clock.ts';
import { siteEndpoints } from './site/endpoints.ts';
import { systemEndpoints } from './system/endpoints.ts';

/** Every call of the API by its name, which is that of the operation in the API's description. */
export const ENDPOINTS_BY_NAME: Readonly<Record<string, Endpoint>> = {
  ...systemEndpoints,
  ...siteEndpoints,
  ...lookupEndpoints,
  ...priceEndpoints,
  ...identityEndpoints,
  ...auditEndpoints,
  ...messageEndpoints,
  ...driverEndpoints,
  ...driverImportEndpoints,
  ...privacyEndpoints,
  ...driverChangeEndpoints,
  ...driverMergeEndpoints,
  ...paymentEndpoints,
  ...incompleteRegistrationEndpoints,
  ...memberStandingEndpoints,
  ...deskEndpoints,
  ...feePaymentEndpoints,
  ...clearanceEndpoints,
  ...statementEndpoints,
  ...receiptEndpoints,
  ...driverStandingEndpoints,
  ...arrearsEndpoints,
  ...reminderEndpoints,
  ...promptEndpoints,
  ...liveEndpoints,
  ...reportEndpoints,
  ...bookCheckEndpoints,
  ...failedJobEndpoints,
  ...serverClockEndpoints,
};

/** Every call of the API. The server serves exactly these; a test compares. */
export const ENDPOINTS: readonly Endpoint[] = /* @__PURE__ */ Object.values(ENDPOINTS_BY_NAME);

export * from './audit/audit-actions.ts';
export * from './audit/audit-changes.ts';
export * from './audit/endpoints.ts';
export * from './clearance/case-list.ts';
export * from './clearance/case-record.ts';
export * from './clearance/decisions.ts';
export * from './clearance/desk.ts';
export * from './clearance/desk-schemas.ts';
export * from './clearance/fees.ts';
export * from './clearance/momo-sms.ts';
export * from './clearance/prompt-list.ts';
export * from './clearance/prompts.ts';
export * from './clearance/reasons.ts';
export * from './clearance/statement-lists.ts';
export * from './clearance/statement-mapping.ts';
export * from './clearance/statement-outcomes.ts';
export * from './clearance/statements.ts';
export * from './clearance/transfer.ts';
export * from './common/calendar.ts';
export * from './common/car-number.ts';
export * from './common/car-plate.ts';
export * from './common/day.ts';
export * from './common/driver-code.ts';
export * from './common/endpoint.ts';
export * from './common/errors.ts';
export * from './common/formats.ts';
export * from './common/full-name.ts';
export * from './common/ids.ts';
export * from './common/imports.ts';
export * from './common/limits.ts';
export * from './common/lists/columns.ts';
export * from './common/lists/define-list.ts';
export * from './common/lists/filters.ts';
export * from './common/lookup.ts';
export * from './common/lookup-fields.ts';
export * from './common/messages.ts';
export * from './common/money.ts';
export * from './common/office-pages.ts';
export * from './common/paging.ts';
export * from './common/permissions.ts';
export * from './common/pesewas.ts';
export * from './common/phone.ts';
export * from './common/roles.ts';
export * from './common/sms-parts.ts';
export { unseenIn } from './common/text.ts';
export * from './drivers/car-requests.ts';
export * from './drivers/cars.ts';
export * from './drivers/choices.ts';
export * from './drivers/completeness.ts';
export * from './drivers/driver-change.ts';
export * from './drivers/driver-list.ts';
export * from './drivers/endpoints.ts';
export * from './drivers/id-number.ts';
export * from './drivers/imports/endpoints.ts';
export * from './drivers/imports/lists.ts';
export * from './drivers/imports/mapping.ts';
export * from './drivers/imports/outcomes.ts';
export * from './drivers/imports/taking-back.ts';
export * from './drivers/looks.ts';
export * from './drivers/privacy.ts';
export * from './drivers/schemas.ts';
export * from './identity/endpoints.ts';
export * from './identity/members.ts';
export * from './identity/own-account.ts';
export * from './identity/password-link.ts';
export * from './identity/password-rules.ts';
export * from './identity/saved-views.ts';
export * from './identity/schemas.ts';
export * from './identity/second-factor.ts';
export * from './identity/tenants.ts';
export * from './identity/user-list.ts';
export * from './identity/user-schemas.ts';
export * from './identity/users.ts';
export * from './live/endpoints.ts';
export * from './lookups/endpoints.ts';
export * from './lookups/schemas.ts';
export * from './messages/contact.ts';
export * from './messages/contact-desk.ts';
export * from './messages/contact-list.ts';
export * from './messages/contact-record.ts';
export * from './messages/contact-states.ts';
export * from './messages/endpoints.ts';
export * from './messages/outbox-list.ts';
export * from './messages/reason.ts';
export * from './messages/sending.ts';
export * from './messages/template-endpoints.ts';
export * from './messages/template-words.ts';
export * from './messages/templates.ts';
export * from './payments/arrears.ts';
export * from './payments/arrears-ages.ts';
export * from './payments/claim-rules.ts';
export * from './payments/driver-standing.ts';
export * from './payments/endpoints.ts';
export * from './payments/fee-fields.ts';
export * from './payments/incomplete-registrations.ts';
export * from './payments/member-standing.ts';
export * from './payments/merge.ts';
export * from './payments/mode.ts';
export * from './payments/paid-month.ts';
export * from './payments/payment-history.ts';
export * from './payments/payment-list.ts';
export * from './payments/payment-record.ts';
export * from './payments/received.ts';
export * from './payments/reminders.ts';
export * from './payments/schemas.ts';
export * from './payments/status.ts';
export * from './payments/sums/by-mode.ts';
export * from './payments/sums/by-month.ts';
export * from './payments/sums/by-period.ts';
export * from './payments/sums/fee-kinds.ts';
export * from './payments/transaction-id.ts';
export * from './payments/transaction-key.ts';
export * from './prices/endpoints.ts';
export * from './prices/known-descriptions.ts';
export * from './prices/payment-types.ts';
export * from './prices/plans.ts';
export * from './prices/price.ts';
export * from './prices/price-years.ts';
export * from './prices/schemas.ts';
export * from './prices/specified-types.ts';
export * from './prices/yearly-price-schemas.ts';
export * from './prices/yearly-prices.ts';
export * from './receipts/code.ts';
export * from './receipts/endpoints.ts';
export * from './reports/book-checks.ts';
export * from './reports/endpoints.ts';
export * from './reports/failed-jobs.ts';
export * from './reports/job-words.ts';
export * from './reports/just-now.ts';
export * from './reports/office-search.ts';
export * from './reports/server-clock.ts';
export * from './site/agreement.ts';
export * from './site/defaults.ts';
export * from './site/endpoints.ts';
export * from './site/manifest.ts';
export * from './site/networks.ts';
export * from './site/schemas.ts';
export * from './site/site-change.ts';
export * from './system/endpoints.ts';
