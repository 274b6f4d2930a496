import { bookCheckEndpoints } from './book-checks.ts';
import { dashboardEndpoints } from './endpoints.ts';
import { failedJobEndpoints } from './failed-jobs.ts';
import { ownerMessageEndpoints } from './owner-messages.ts';

export const reportEndpoints = {
  ...dashboardEndpoints,
  ...bookCheckEndpoints,
  ...failedJobEndpoints,
  ...ownerMessageEndpoints,
} as const;

export * from './book-checks.ts';
export * from './endpoints.ts';
export * from './failed-jobs.ts';
export * from './figure-links.ts';
export * from './land-dashboard.ts';
export * from './office-search.ts';
export * from './owner-messages.ts';
