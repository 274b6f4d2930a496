import { formatPhone, type ResponseTeam, type TeamFields } from '@banbo/contract';
import { draftOfShape } from '~/components/map/shapes/shape-draft.ts';

export const NEW_TEAM = { name: '', phone: '', vehicle: '', people: '', area: '', is_active: true };
export type TeamValues = typeof NEW_TEAM;

/** People as a form has them: one a line, the number after a comma. */
const peopleText = (people: TeamFields['people']): string =>
  people.map(({ name, phone }) => (phone === '' ? name : `${name}, ${formatPhone(phone)}`)).join('\n');

const peopleOf = (text: string): TeamFields['people'] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => {
      const [name = '', phone = ''] = line.split(',').map((part) => part.trim());
      return { name, phone };
    });

export const valuesOfTeam = ({ name, phone, vehicle, people, area, is_active }: ResponseTeam): TeamValues => ({
  ...{ name, vehicle, is_active, phone: formatPhone(phone), people: peopleText(people) },
  area: area === null ? '' : JSON.stringify(draftOfShape(area, area.kind)),
});

/** The fields of a team but its area, which is drawn. */
export const teamOf = ({ people, area: _, ...values }: TeamValues): Omit<TeamFields, 'area'> => ({
  ...values,
  people: peopleOf(people),
});

const MINUTES_OF_DAY = 24 * 60;

/**
 * A duty of a day between two times of Ghana, which keeps UTC; one that ends no later than it
 * begins ends on the next day.
 */
export const dutyOf = ({ day, from, until }: { day: string; from: string; until: string }) => {
  const minutes = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));
  const starts = Date.parse(`${day}T${from}:00Z`);
  const length = (minutes(until) - minutes(from) + MINUTES_OF_DAY) % MINUTES_OF_DAY || MINUTES_OF_DAY;
  if (Number.isNaN(starts) || Number.isNaN(length)) return { starts_at: '', ends_at: '' };
  return {
    starts_at: new Date(starts).toISOString(),
    ends_at: new Date(starts + length * 60_000).toISOString(),
  };
};
