import { type BoardIncident, DISPATCH_STATUS_LABELS } from '@banbo/contract';
import { clockText } from './clock.ts';

type Out = BoardIncident['teams'][number];

/** For how long a team's sign has been due; null while none is. */
export const overdueWords = (check_in_at: string | null, now: number): string | null => {
  const late = check_in_at === null ? 0 : now - Date.parse(check_in_at);
  return late > 0 ? `No sign in time, overdue by ${clockText(late)}: call the team.` : null;
};

/** Where a team stands, and whether a sign of it is overdue. */
export const teamWords = ({ team, status, check_in_at }: Out, now: number): string =>
  [`${team}: ${DISPATCH_STATUS_LABELS[status].toLowerCase()}`, overdueWords(check_in_at, now)]
    .filter((words) => words !== null)
    .join('. ');
