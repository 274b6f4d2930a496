import { applicationEndpoints } from './applications.ts';
import { landImportEndpoints } from './imports.ts';
import { leaseRuleEndpoints } from './lease-rules.ts';
import { plotEndpoints } from './plots.ts';
import { tenantRecordEndpoints } from './tenant-records.ts';
import { zoneMapEndpoints } from './zone-map.ts';
import { zoneEndpoints } from './zones.ts';

export const landEndpoints = {
  ...zoneEndpoints,
  ...leaseRuleEndpoints,
  ...plotEndpoints,
  ...tenantRecordEndpoints,
  ...applicationEndpoints,
  ...leaseRuleEndpoints,
  ...zoneMapEndpoints,
  ...landImportEndpoints,
} as const;
