import type { TeamFields } from '@banbo/contract';
import type { Tx } from '#db/database.ts';
import { addNewTeam, addTeamDuty } from '../../src/domains/incidents/teams/change-teams.ts';
import type { AtWork } from './desk-work.ts';

type Given = AtWork & {
  team: Pick<TeamFields, 'name' | 'phone'> & Partial<TeamFields>;
  /** Its duties as hours from now. */
  duties?: readonly (readonly [from: number, until: number])[];
};

const HOUR = 3_600_000;

/** A response team with its duties, which begin and end at full hours; gives its id. */
export const buildTeam = async (tx: Tx, { team, duties = [], by, now }: Given): Promise<string> => {
  const body = { vehicle: '', people: [], area: null, is_active: true, ...team };
  const { team_id } = await addNewTeam(tx, { body, by, now });
  const fullHour = Math.floor(now.getTime() / HOUR);
  const at = (hours: number): string => new Date((fullHour + hours) * HOUR).toISOString();
  for (const [from, until] of duties) {
    await addTeamDuty(tx, { id: team_id, body: { starts_at: at(from), ends_at: at(until) }, by, now });
  }
  return team_id;
};
