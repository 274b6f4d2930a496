import { crashCardEndpoints } from './crash-cards.ts';
import { dispatchEndpoints } from './dispatches.ts';
import { getIncidentFigures } from './figures.ts';
import { getShiftHandover } from './handover.ts';
import { incidentList } from './incident-list.ts';
import { incidentCalls } from './incidents.ts';
import { packEndpoints } from './packs.ts';
import { incidentPhotoEndpoints } from './photos.ts';
import { shiftEndpoints } from './shifts.ts';
import { sosEndpoints } from './sos.ts';
import { strangerEndpoints } from './strangers.ts';
import { teamEndpoints } from './teams.ts';
import { textCallEndpoints } from './text-calls.ts';

export const incidentEndpoints = {
  listIncidents: incidentList.page,
  exportIncidents: incidentList.file,
  ...incidentCalls,
  getIncidentFigures,
  getShiftHandover,
  ...shiftEndpoints,
  ...sosEndpoints,
  ...teamEndpoints,
  ...dispatchEndpoints,
  ...packEndpoints,
  ...incidentPhotoEndpoints,
  ...textCallEndpoints,
  ...crashCardEndpoints,
  ...strangerEndpoints,
} as const;
