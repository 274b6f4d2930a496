import { dispatchEndpoints } from './dispatches.ts';
import { getIncidentFigures } from './figures.ts';
import { incidentList } from './incident-list.ts';
import { incidentCalls } from './incidents.ts';
import { packEndpoints } from './packs.ts';
import { shiftEndpoints } from './shifts.ts';
import { sosEndpoints } from './sos.ts';
import { teamEndpoints } from './teams.ts';
import { textCallEndpoints } from './text-calls.ts';

export const incidentEndpoints = {
  listIncidents: incidentList.page,
  exportIncidents: incidentList.file,
  ...incidentCalls,
  getIncidentFigures,
  ...shiftEndpoints,
  ...sosEndpoints,
  ...teamEndpoints,
  ...dispatchEndpoints,
  ...packEndpoints,
  ...textCallEndpoints,
} as const;
