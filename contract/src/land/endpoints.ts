import { activationEndpoints } from './activations.ts';
import { applicationEndpoints } from './applications.ts';
import { courtCaseEndpoints } from './cases.ts';
import { landImportEndpoints } from './imports.ts';
import { landPaymentEndpoints } from './land-payments.ts';
import { leaseClockEndpoints } from './lease-clock.ts';
import { leaseRuleEndpoints } from './lease-rules.ts';
import { ownLandEndpoints } from './own-land.ts';
import { landPaperEndpoints } from './papers.ts';
import { plotEndpoints } from './plots.ts';
import { rentEndpoints } from './rent.ts';
import { sharePayoutEndpoints } from './share-payouts.ts';
import { shareRuleEndpoints } from './shares.ts';
import { stoolAccountEndpoints } from './stool-account.ts';
import { tenantRecordEndpoints } from './tenant-records.ts';
import { tenantRequestEndpoints } from './tenant-requests.ts';
import { landReportEndpoints } from './tenant-statements.ts';
import { zoneMapEndpoints } from './zone-map.ts';
import { zoneEndpoints } from './zones.ts';

export const landEndpoints = {
  ...zoneEndpoints,
  ...leaseRuleEndpoints,
  ...leaseClockEndpoints,
  ...plotEndpoints,
  ...tenantRecordEndpoints,
  ...tenantRequestEndpoints,
  ...activationEndpoints,
  ...ownLandEndpoints,
  ...applicationEndpoints,
  ...zoneMapEndpoints,
  ...landImportEndpoints,
  ...landPaperEndpoints,
  ...landPaymentEndpoints,
  ...courtCaseEndpoints,
  ...rentEndpoints,
  ...shareRuleEndpoints,
  ...sharePayoutEndpoints,
  ...stoolAccountEndpoints,
  ...landReportEndpoints,
} as const;
