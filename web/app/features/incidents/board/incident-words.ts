import { type BoardIncident, DISPATCH_STATUS_LABELS, isUrgent } from '@banbo/contract';
import { clockText, timeText } from './clock.ts';

type Rung = Pick<
  BoardIncident,
  'grade' | 'status' | 'rung' | 'passed_on_at' | 'supervisors_told_at' | 'acknowledged_by'
>;

/** True where it rings at every page of those who may answer. */
const ringsEverywhere = ({ grade, rung, passed_on_at, supervisors_told_at }: Rung): boolean =>
  rung.length === 0 || supervisors_told_at !== null || (isUrgent(grade) && passed_on_at === null);

const nextWords = (incident: Rung, now: number): string[] => {
  const { passed_on_at, supervisors_told_at } = incident;
  if (passed_on_at === null) return [];
  const left = Date.parse(passed_on_at) - now;
  if (left <= 0) return ['passing on now'];
  if (!ringsEverywhere(incident)) return [`passed on in ${clockText(left)}`];
  return [`supervisors are told${supervisors_told_at === null ? '' : ' again'} in ${clockText(left)}`];
};

/** Says at whom an incident rings and when it is passed on, or who acknowledged it. */
export const ringWords = (incident: Rung, now: number): string => {
  const { status, rung, acknowledged_by, supervisors_told_at } = incident;
  if (status !== 'raised') return acknowledged_by ? `Acknowledged by ${acknowledged_by}` : '';
  const where = ringsEverywhere(incident) ? 'Rings at every page' : `Rings at ${rung.at(-1)?.name}`;
  const told = supervisors_told_at === null ? [] : [`supervisors told ${timeText(supervisors_told_at).slice(0, 5)}`];
  return [where, ...nextWords(incident, now), ...told].join(', ');
};

type Out = BoardIncident['teams'][number];

/** For how long a team's sign has been due; null while none is. */
export const overdueWords = (check_in_at: string | null, now: number): string | null => {
  const late = check_in_at === null ? 0 : now - Date.parse(check_in_at);
  return late > 0 ? `No sign in time, overdue by ${clockText(late)}: call the team.` : null;
};

/** `also out for 2026-0003`; null for a team that is at one emergency. */
export const elsewhereWords = ({ elsewhere = [] }: Pick<Out, 'elsewhere'>): string | null =>
  elsewhere.length === 0 ? null : `also out for ${elsewhere.join(', ')}`;

/** Where a team stands, where it is besides, and whether a sign of it is overdue. */
export const teamWords = ({ team, status, check_in_at, elsewhere }: Out, now: number): string =>
  [
    [`${team}: ${DISPATCH_STATUS_LABELS[status].toLowerCase()}`, elsewhereWords({ elsewhere })]
      .filter(Boolean)
      .join(', '),
    overdueWords(check_in_at, now),
  ]
    .filter((words) => words !== null)
    .join('. ');
