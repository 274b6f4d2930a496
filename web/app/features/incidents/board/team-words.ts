import { type BoardIncident, DISPATCH_STATUS_LABELS } from '@banbo/contract';
import { clockText } from './clock.ts';

type Out = BoardIncident['teams'][number];

/** Where a team stands, and for how long a sign of it has been due. */
export const teamWords = ({ team, status, check_in_at }: Out, now: number): string => {
  const late = now - Date.parse(check_in_at);
  const where = `${team}: ${DISPATCH_STATUS_LABELS[status].toLowerCase()}`;
  return late > 0 ? `${where}. A sign is overdue by ${clockText(late)}: call the team.` : where;
};
