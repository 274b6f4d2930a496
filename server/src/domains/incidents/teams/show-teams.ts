import {
  type FenceShape,
  type GeoSpot,
  holds,
  type IncidentDispatch,
  isInFence,
  metresApart,
  type ResponseTeam,
  type TeamDuty,
  type TeamNear,
} from '@banbo/contract';
import type { Db } from '#db/database.ts';
import type { Caller } from '#lib/caller.ts';
import { withIsoDates } from '#lib/iso-dates.ts';
import { existing } from '#lib/refusal.ts';
import { pluck } from '#lib/values.ts';
import { INCIDENT_NOUN } from '../incident-changes.ts';
import { incidentById } from '../incidents.repo.ts';
import { placesNow } from '../places/trusted-place.ts';
import type { IncidentStaff } from '../record/list-incidents.ts';
import { TEAM_NOUN } from './change-teams.ts';
import { dispatchesOf, lastTeamPlaces, teamsOut } from './dispatches.repo.ts';
import { allTeams, type Duty, dutiesNow, dutiesOf, type Team, teamById, teamNames } from './teams.repo.ts';

const presentDuty = ({ id, starts_at, ends_at }: Duty): TeamDuty => ({
  ...{ id, starts_at: starts_at.toISOString(), ends_at: ends_at.toISOString() },
});

/** Teams with their duties and where they are sent. */
const present = async (db: Db, teams: readonly Team[], now: Date): Promise<ResponseTeam[]> => {
  const ids = pluck(teams, 'id');
  const duties = Map.groupBy(await dutiesNow(db, ids, now), ({ team_id }) => team_id);
  const out = await teamsOut(db, ids);
  return teams.map(({ id, name, phone, vehicle, people, area, is_active }) => {
    const own = duties.get(id) ?? [];
    const present = own.find(({ starts_at }) => starts_at <= now);
    const next = own.find(({ starts_at }) => starts_at > now);
    const [sent_to = null, ...also_sent_to] = (out.get(id) ?? []).map(({ incident_id, number, status }) => ({
      ...{ incident_id, number, status },
    }));
    return {
      ...{ id, name, phone, vehicle, people, area, is_active },
      duty_now: present ? presentDuty(present) : null,
      duty_next: next ? presentDuty(next) : null,
      ...{ sent_to, also_sent_to },
    };
  });
};

/** All teams by name. */
export const showTeams = async (db: Db, { now }: { now: Date }): Promise<{ at: string; teams: ResponseTeam[] }> => ({
  at: now.toISOString(),
  teams: await present(db, await allTeams(db), now),
});

/** A team's duties that have not ended. Refused with 404 `not_found`. */
export const showDuties = async (db: Db, { id, now }: { id: string; now: Date }): Promise<{ duties: TeamDuty[] }> => {
  existing(await teamById(db, id), TEAM_NOUN);
  return { duties: (await dutiesOf(db, id, now)).map(presentDuty) };
};

/** The middle of an area, from which a team comes whose phone tells no place. */
const middleOf = (area: FenceShape): GeoSpot => {
  if (area.kind === 'circle') return area;
  const mean = (of: (corner: readonly [number, number]) => number): number =>
    area.corners.reduce((sum, corner) => sum + of(corner), 0) / area.corners.length;
  return { latitude: mean(([latitude]) => latitude), longitude: mean(([, longitude]) => longitude) };
};

/** Hours for which a phone's place tells where its team is. */
const PLACE_HOURS = 2;

/** The teams that might be sent, the best first. Refused with 404 `not_found`. */
export const showTeamsNear = async (
  db: Db,
  { id, by, now }: { id: string; by: Caller; now: Date },
): Promise<{ teams: TeamNear[] }> => {
  const incident = existing(await incidentById(db, id), INCIDENT_NOUN);
  const teams = (await present(db, await allTeams(db), now)).filter(({ is_active }) => is_active);
  const since = new Date(now.getTime() - PLACE_HOURS * 3_600_000);
  const places = await lastTeamPlaces(db, pluck(teams, 'id'), since);
  const [there = null] = holds(by, 'incidents.private') ? await placesNow(db, incident) : [];
  const near = teams.map(({ area, is_active: _, ...team }): TeamNear => {
    const from = places.get(team.id) ?? (area ? middleOf(area) : null);
    return {
      ...team,
      distance_m: there && from ? Math.round(metresApart(from, there)) : null,
      is_in_area: area === null || (there !== null && isInFence(area, there)),
    };
  });
  const rank = ({ sent_to, duty_now, is_in_area }: TeamNear): number =>
    (sent_to ? 4 : 0) + (duty_now ? 0 : 2) + (is_in_area ? 0 : 1);
  const far = Number.MAX_SAFE_INTEGER;
  return { teams: near.sort((a, b) => rank(a) - rank(b) || (a.distance_m ?? far) - (b.distance_m ?? far)) };
};

type Seeing = { by: Caller; staff: IncidentStaff };

/** The teams that are or were sent to an incident. */
export const presentDispatches = async (
  db: Db,
  incidentId: string,
  { by, staff }: Seeing,
): Promise<IncidentDispatch[]> => {
  const rows = await dispatchesOf(db, incidentId);
  const names = await teamNames(db, pluck(rows, 'team_id'));
  const people = await staff.named(db, pluck(rows, 'sent_by'));
  const seesPlaces = holds(by, 'incidents.private');
  return rows.map((row) => {
    const { latitude, longitude, place_at, accuracy_m, check_in_at, ...shown } = withIsoDates(row);
    const { id, team_id, phone, status, status_reason, sent_at } = shown;
    const { opened_at, accepted_at, on_scene_at, ended_at, seen_at } = shown;
    const isPlaced = latitude !== null && longitude !== null && place_at !== null;
    return {
      ...{ id, team_id, phone, status, status_reason, sent_at, opened_at, accepted_at, on_scene_at, ended_at, seen_at },
      ...{ team: names.get(team_id) ?? '', sent_by: people.get(row.sent_by)?.fullname ?? '' },
      check_in_at: ended_at === null ? check_in_at : null,
      place: seesPlaces && isPlaced ? { latitude, longitude, accuracy_m, at: place_at } : null,
    };
  });
};
