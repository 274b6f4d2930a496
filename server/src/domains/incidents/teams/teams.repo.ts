import { type FenceShape, MOST_TEAMS, type TeamChange, type TeamFields } from '@banbo/contract';
import { type Insertable, type Selectable, sql } from 'kysely';
import type { Db, Tables, Tx } from '#db/database.ts';
import { anyOf } from '#db/records.ts';

export type TeamPeople = { name: string; phone: string }[];
export type Team = Omit<Selectable<Tables['response_teams']>, 'people' | 'area'> & {
  people: TeamPeople;
  area: FenceShape | null;
};

const teams = (db: Db) => db.selectFrom('response_teams').selectAll().$castTo<Team>();

/** All teams by name. */
export const allTeams = (db: Db): Promise<Team[]> => teams(db).orderBy(sql`lower(name)`).limit(MOST_TEAMS).execute();

export const teamById = (db: Db, id: string): Promise<Team | undefined> =>
  teams(db).where('id', '=', id).executeTakeFirst();

/** The same, locked until the transaction ends. */
export const lockTeam = (tx: Tx, id: string): Promise<Team | undefined> =>
  teams(tx).where('id', '=', id).forNoKeyUpdate().executeTakeFirst();

/** Names of teams by their ids. */
export const teamNames = async (db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, string>> => {
  const { rows } = await sql<{ id: string; name: string }>`
    SELECT id::text, name FROM response_teams WHERE id = ${anyOf(ids)}`.execute(db);
  return new Map(rows.map(({ id, name }) => [id, name]));
};

export const countTeams = async (db: Db): Promise<number> => {
  const { count } = await db
    .selectFrom('response_teams')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
};

const valuesOf = ({ people, area, ...fields }: TeamChange) => ({
  ...fields,
  ...(people && { people: JSON.stringify(people) }),
  ...(area !== undefined && { area: area === null ? null : JSON.stringify(area) }),
});

/** Stores a new team and gives its id. */
export const insertTeam = async (tx: Tx, fields: TeamFields, added_at: Date): Promise<string> => {
  const row = { ...valuesOf(fields), added_at } as Insertable<Tables['response_teams']>;
  return (await tx.insertInto('response_teams').values(row).returning('id').executeTakeFirstOrThrow()).id;
};

export const updateTeam = async (tx: Tx, id: string, fields: TeamChange): Promise<void> => {
  if (Object.keys(fields).length === 0) return;
  await tx.updateTable('response_teams').set(valuesOf(fields)).where('id', '=', id).execute();
};

/** True where another team has the name, in any case of letters. */
export const isTeamNamed = async (db: Db, name: string, exceptId: string | null): Promise<boolean> => {
  const { rows } = await sql`
    SELECT 1 FROM response_teams WHERE lower(name) = lower(${name}) AND id IS DISTINCT FROM ${exceptId}::bigint`.execute(
    db,
  );
  return rows.length > 0;
};

export type Duty = Selectable<Tables['response_duties']>;

const MOST_DUTIES = 100;

/** A team's duties that have not ended, the next first. */
export const dutiesOf = (db: Db, teamId: string, now: Date): Promise<Duty[]> =>
  db
    .selectFrom('response_duties')
    .selectAll()
    .where('team_id', '=', teamId)
    .where('ends_at', '>', now)
    .orderBy('ends_at')
    .orderBy('id')
    .limit(MOST_DUTIES)
    .execute();

/** The present duties of these teams, and of each the next. */
export const dutiesNow = async (db: Db, teamIds: readonly string[], now: Date): Promise<Duty[]> => {
  const { rows } = await sql<Duty>`
    SELECT duty.id::text, duty.team_id::text, duty.starts_at, duty.ends_at FROM unnest(${teamIds}::bigint[]) AS team (id)
    CROSS JOIN LATERAL (
      SELECT * FROM response_duties WHERE team_id = team.id AND ends_at > ${now} ORDER BY ends_at, id LIMIT 2
    ) AS duty ORDER BY duty.starts_at, duty.id`.execute(db);
  return rows;
};

/** True where a duty of the team falls into these hours. */
export const hasDutyWithin = async (
  db: Db,
  { teamId, from, until }: { teamId: string; from: Date; until: Date },
): Promise<boolean> => {
  const found = await db
    .selectFrom('response_duties')
    .select('id')
    .where('team_id', '=', teamId)
    .where('ends_at', '>', from)
    .where('starts_at', '<', until)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
};

export const insertDuty = async (tx: Tx, row: Insertable<Tables['response_duties']>): Promise<string> =>
  (await tx.insertInto('response_duties').values(row).returning('id').executeTakeFirstOrThrow()).id;

export const removeDuty = (tx: Tx, id: string): Promise<Duty | undefined> =>
  tx.deleteFrom('response_duties').where('id', '=', id).returningAll().executeTakeFirst();
