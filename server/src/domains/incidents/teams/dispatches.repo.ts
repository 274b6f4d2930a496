import { type DispatchStatus, MOST_ON_BOARD } from '@banbo/contract';
import { type Insertable, type Selectable, sql } from 'kysely';
import type { Db, Tables, Tx } from '#db/database.ts';
import { anyOf } from '#db/records.ts';

export type Dispatch = Selectable<Tables['dispatches']>;

const dispatches = (db: Db) => db.selectFrom('dispatches').selectAll();

export const dispatchById = (db: Db, id: string): Promise<Dispatch | undefined> =>
  dispatches(db).where('id', '=', id).executeTakeFirst();

/** The incident of a link's secret. */
export const incidentIdOfToken = async (tx: Tx, tokenHash: Buffer): Promise<string | undefined> =>
  (await tx.selectFrom('dispatches').select('incident_id').where('token_hash', '=', tokenHash).executeTakeFirst())
    ?.incident_id;

/** The dispatch of a link's secret, locked. */
export const lockDispatchOfToken = (tx: Tx, tokenHash: Buffer): Promise<Dispatch | undefined> =>
  dispatches(tx).where('token_hash', '=', tokenHash).forNoKeyUpdate().executeTakeFirst();

export const insertDispatch = async (tx: Tx, row: Insertable<Tables['dispatches']>): Promise<string> =>
  (await tx.insertInto('dispatches').values(row).returning('id').executeTakeFirstOrThrow()).id;

const MOST_OF_INCIDENT = 50;

/** The dispatches of an incident, the newest first. */
export const dispatchesOf = (db: Db, incidentId: string): Promise<Dispatch[]> =>
  dispatches(db).where('incident_id', '=', incidentId).orderBy('id', 'desc').limit(MOST_OF_INCIDENT).execute();

export type OpenDispatch = Pick<Dispatch, 'id' | 'incident_id' | 'team_id' | 'check_in_at'> & {
  status: DispatchStatus;
  team: string;
  /** Numbers of other incidents that the team is out for. */
  elsewhere: string[];
};

/** Teams that are out for these incidents, by incident. */
export const openDispatches = async (
  db: Db,
  incidentIds: readonly string[],
): Promise<ReadonlyMap<string, OpenDispatch[]>> => {
  const { rows } = await sql<OpenDispatch>`
    SELECT dispatch.id::text, dispatch.incident_id::text, dispatch.team_id::text, dispatch.status,
      dispatch.check_in_at, team.name AS team, ARRAY(
        SELECT incident.number FROM dispatches AS other JOIN incidents AS incident ON incident.id = other.incident_id
        WHERE other.team_id = dispatch.team_id AND other.ended_at IS NULL AND other.id <> dispatch.id
        ORDER BY other.id DESC
      ) AS elsewhere
    FROM dispatches AS dispatch JOIN response_teams AS team ON team.id = dispatch.team_id
    WHERE dispatch.incident_id = ${anyOf(incidentIds)} AND dispatch.ended_at IS NULL
    ORDER BY dispatch.id`.execute(db);
  return Map.groupBy(rows, ({ incident_id }) => incident_id);
};

/** Where a team is sent and not done. */
export type TeamOut = Pick<Dispatch, 'team_id' | 'incident_id'> & {
  status: DispatchStatus;
  number: string;
  is_drill: boolean;
};

/** Where each of these teams is sent and not done, the newest first. */
export const teamsOut = async (db: Db, teamIds: readonly string[]): Promise<ReadonlyMap<string, TeamOut[]>> => {
  const { rows } = await sql<TeamOut>`
    SELECT dispatch.team_id::text, dispatch.incident_id::text, dispatch.status, incident.number, incident.is_drill
    FROM dispatches AS dispatch JOIN incidents AS incident ON incident.id = dispatch.incident_id
    WHERE dispatch.team_id = ${anyOf(teamIds)} AND dispatch.ended_at IS NULL
    ORDER BY dispatch.id DESC`.execute(db);
  return Map.groupBy(rows, ({ team_id }) => team_id);
};

/** Dispatches of a team that may be the newest with a place. */
const MOST_OF_TEAM = 20;

/** The newest place of the phones of these teams since a moment. */
export const lastTeamPlaces = async (db: Db, teamIds: readonly string[], since: Date) => {
  const { rows } = await sql<{ team_id: string; latitude: number; longitude: number }>`
    SELECT team.id::text AS team_id, place.latitude, place.longitude FROM unnest(${teamIds}::bigint[]) AS team (id)
    CROSS JOIN LATERAL (
      SELECT latitude, longitude FROM (
        SELECT latitude, longitude, place_at FROM dispatches
        WHERE team_id = team.id ORDER BY dispatches.id DESC LIMIT ${sql.lit(MOST_OF_TEAM)}
      ) AS recent
      WHERE place_at >= ${since} ORDER BY place_at DESC LIMIT 1
    ) AS place`.execute(db);
  return new Map(rows.map(({ team_id, ...place }) => [team_id, place]));
};

type Sign = { now: Date; place: { latitude: number; longitude: number; accuracy_m: number | null } | null };

/** Notes a sign of a team by its first phone, and puts off when the next is expected. */
export const noteSign = async (
  tx: Tx,
  { id, check_in_minutes, opened_at }: Dispatch,
  { now, place }: Sign,
  phone_hash: Buffer,
) => {
  await tx
    .updateTable('dispatches')
    .set({
      ...{ phone_hash, opened_at: opened_at ?? now, seen_at: now },
      check_in_at: new Date(now.getTime() + check_in_minutes * 60_000),
      ...(place && { ...place, place_at: now }),
    })
    .where('id', '=', id)
    .execute();
};

/** Open dispatches of these incidents, which end with them. */
export const idsOfOpen = async (
  tx: Tx,
  incidentIds: readonly string[],
): Promise<{ id: string; status: DispatchStatus }[]> => {
  const { rows } = await sql<{ id: string; status: DispatchStatus }>`
    SELECT id::text, status FROM dispatches
    WHERE incident_id = ${anyOf(incidentIds)} AND ended_at IS NULL ORDER BY dispatches.id LIMIT ${sql.lit(MOST_ON_BOARD)}`.execute(
    tx,
  );
  return rows;
};

/** Deletes where the phones of teams were, of the incidents of these drivers. */
export const emptyDispatches = async (tx: Tx, driverIds: readonly string[]): Promise<void> => {
  await sql`
    UPDATE dispatches SET latitude = NULL, longitude = NULL, accuracy_m = NULL, place_at = NULL, words = '',
      status_reason = CASE WHEN status_reason IS NOT NULL THEN 'ERASED' END
    WHERE incident_id IN (SELECT id FROM incidents WHERE driver_id = ${anyOf(driverIds)})`.execute(tx);
};
