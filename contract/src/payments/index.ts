import { arrearsEndpoints } from './arrears.ts';
import { driverStandingEndpoints } from './driver-standing.ts';
import { claimEndpoints } from './endpoints.ts';
import { incompleteRegistrationEndpoints } from './incomplete-registrations.ts';
import { leftBehindEndpoints } from './left-behind.ts';
import { memberStandingEndpoints } from './member-standing.ts';
import { driverMergeEndpoints } from './merge.ts';
import { reminderEndpoints } from './reminders.ts';
import { waiverEndpoints } from './waivers.ts';

export const paymentEndpoints = {
  ...driverMergeEndpoints,
  ...claimEndpoints,
  ...incompleteRegistrationEndpoints,
  ...memberStandingEndpoints,
  ...driverStandingEndpoints,
  ...leftBehindEndpoints,
  ...arrearsEndpoints,
  ...reminderEndpoints,
  ...waiverEndpoints,
} as const;

export * from './arrears.ts';
export * from './claim-rules.ts';
export * from './driver-standing.ts';
export * from './endpoints.ts';
export * from './fee-money.ts';
export * from './incomplete-registrations.ts';
export * from './left-behind.ts';
export * from './member-standing.ts';
export * from './merge.ts';
export * from './paid-month.ts';
export * from './payment-list.ts';
export * from './payment-record.ts';
export * from './reminders.ts';
export * from './schemas.ts';
export * from './status.ts';
export * from './sums.ts';
export * from './transaction-id.ts';
export * from './transaction-name.ts';
export * from './waivers.ts';
