import { incidentList } from './incident-list.ts';
import { incidentCalls } from './incidents.ts';
import { shiftEndpoints } from './shifts.ts';
import { sosEndpoints } from './sos.ts';

export const incidentEndpoints = {
  listIncidents: incidentList.page,
  exportIncidents: incidentList.file,
  ...incidentCalls,
  ...shiftEndpoints,
  ...sosEndpoints,
} as const;
