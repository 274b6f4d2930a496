import { type IncidentStatus, isOpenIncident } from '@banbo/contract';

/** The colour of a state's badge. */
export const statusTone = (status: IncidentStatus): 'bad' | 'waiting' | 'plain' => {
  if (status === 'raised') return 'bad';
  return isOpenIncident(status) ? 'waiting' : 'plain';
};
