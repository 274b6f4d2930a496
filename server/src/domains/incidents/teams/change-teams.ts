import { formatInstant, MOST_TEAMS, normalizePhone, type TeamChange, type TeamFields } from '@banbo/contract';
import type { Tx } from '#db/database.ts';
import { audit } from '#domains/audit';
import type { Caller } from '#lib/caller.ts';
import { existing, Refusal, refusalAt } from '#lib/refusal.ts';
import {
  countTeams,
  hasDutyWithin,
  insertDuty,
  insertTeam,
  isTeamNamed,
  lockTeam,
  removeDuty,
  type Team,
  teamById,
  updateTeam,
} from './teams.repo.ts';

/** A team in the audit log and in refusals. */
export const TEAM_NOUN = 'response team';

type Asked<Body> = { body: Body; by: Caller; now: Date };

const inE164 = (number: string): string => normalizePhone(number) ?? '';

/** Phone numbers in E.164. The contract has checked them. */
const stored = <Fields extends TeamChange>({ phone, people, ...fields }: Fields): Fields =>
  ({
    ...fields,
    ...(phone !== undefined && { phone: inE164(phone) }),
    ...(people && { people: people.map(({ name, phone: own }) => ({ name, phone: inE164(own) })) }),
  }) as unknown as Fields;

const refuseName = async (tx: Tx, name: string | undefined, exceptId: string | null): Promise<void> => {
  if (name === undefined || !(await isTeamNamed(tx, name, exceptId))) return;
  throw refusalAt('conflict', 'name', `There is a team ${name} already.`);
};

const subjectOf = (id: string, name: string) => ({ kind: TEAM_NOUN, id, name });

/** The facts of a team in the audit log: no numbers, since it is permanent. */
const wordsOf = ({ name, vehicle, is_active, people, area }: TeamChange) => ({
  ...(name !== undefined && { name }),
  ...(vehicle !== undefined && { vehicle }),
  ...(is_active !== undefined && { is_active }),
  ...(people && { people: people.length }),
  ...(area !== undefined && { area: area === null ? 'everywhere' : 'drawn' }),
});

/** Adds a team. Refused with 409 `conflict` for a name that another has. */
export const addNewTeam = async (
  tx: Tx,
  { body, by, now }: Asked<TeamFields>,
): Promise<{ message: string; team_id: string }> => {
  const fields = stored(body);
  await refuseName(tx, fields.name, null);
  if ((await countTeams(tx)) >= MOST_TEAMS) throw new Refusal('conflict', `There are ${MOST_TEAMS} teams already.`);
  const team_id = await insertTeam(tx, fields, now);
  await audit(
    tx,
    by,
    { action: 'response_teams.add', subject: subjectOf(team_id, fields.name), after: wordsOf(fields) },
    now,
  );
  return { message: `${fields.name} is added.`, team_id };
};

/** Changes a team. Refused with 404 `not_found`, and 409 `conflict` for a name that another has. */
export const changeOneTeam = async (
  tx: Tx,
  { id, body, by, now }: Asked<TeamChange> & { id: string },
): Promise<string> => {
  const team = existing(await lockTeam(tx, id), TEAM_NOUN);
  const fields = stored(body);
  await refuseName(tx, fields.name, id);
  await updateTeam(tx, id, fields);
  const before = wordsOf(Object.fromEntries(Object.keys(fields).map((key) => [key, team[key as keyof Team]])));
  const change = { action: 'response_teams.change', subject: subjectOf(id, team.name) } as const;
  await audit(tx, by, { ...change, before, after: wordsOf(fields) }, now);
  return `${fields.name ?? team.name} is changed.`;
};

const spanOf = ({ starts_at, ends_at }: { starts_at: Date; ends_at: Date }): string =>
  `${formatInstant(starts_at.toISOString())} to ${formatInstant(ends_at.toISOString())}`;

type DutyHours = { starts_at: string; ends_at: string };

/** Puts a team on duty. Refused with 404 `not_found`, and 409 `conflict` beside another duty. */
export const addTeamDuty = async (
  tx: Tx,
  { id, body, by, now }: Asked<DutyHours> & { id: string },
): Promise<{ message: string; duty_id: string }> => {
  const team = existing(await lockTeam(tx, id), TEAM_NOUN);
  const hours = { starts_at: new Date(body.starts_at), ends_at: new Date(body.ends_at) };
  if (await hasDutyWithin(tx, { teamId: id, from: hours.starts_at, until: hours.ends_at })) {
    throw refusalAt('conflict', 'starts_at', `${team.name} is on duty in a part of these hours already.`);
  }
  const duty_id = await insertDuty(tx, { team_id: id, ...hours });
  const after = { duty: spanOf(hours) };
  await audit(tx, by, { action: 'response_duties.add', subject: subjectOf(id, team.name), after }, now);
  return { message: `${team.name} is on duty from ${spanOf(hours)}.`, duty_id };
};

/** Takes a team off a duty. Refused with 404 `not_found`. */
export const removeTeamDuty = async (
  tx: Tx,
  { id, by, now }: { id: string; by: Caller; now: Date },
): Promise<string> => {
  const duty = existing(await removeDuty(tx, id), 'duty');
  const { name } = existing(await teamById(tx, duty.team_id), TEAM_NOUN);
  const before = { duty: spanOf(duty) };
  await audit(tx, by, { action: 'response_duties.delete', subject: subjectOf(duty.team_id, name), before }, now);
  return `${name} is off duty from ${spanOf(duty)}.`;
};
