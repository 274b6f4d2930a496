import {
  firstOfEach,
  fullName,
  isOpenIncident,
  type SosPlace,
  type TEAM_CHANGES,
  TEAM_LINK_ENDED,
  TEAM_LINK_TAKEN,
  type TeamCall,
} from '@banbo/contract';
import type { Db, Tx } from '#db/database.ts';
import { transition } from '#db/transition.ts';
import { keptRecord, ownersById } from '#domains/drivers';
import { Refusal } from '#lib/refusal.ts';
import { secretDigest } from '#lib/sealed.ts';
import { moveByTeam } from '../incident-changes.ts';
import { incidentById, lockIncident } from '../incidents.repo.ts';
import { placesNow } from '../places/trusted-place.ts';
import { DISPATCHES } from './dispatch-changes.ts';
import { type Dispatch, dispatchById, incidentIdOfToken, lockDispatchOfToken, noteSign } from './dispatches.repo.ts';
import { teamById } from './teams.repo.ts';

type Linked = { token: string; phone: string; place?: SosPlace | undefined };

/**
 * The dispatch of a link for the phone that opened it first, which gives a sign of its team.
 * Refused with 404 `not_found` in the same words for a link that is guessed or has ended, and with
 * 409 `conflict` on another phone.
 */
const openLink = async (tx: Tx, { token, phone, place }: Linked, now: Date): Promise<Dispatch> => {
  const dispatch = await lockDispatchOfToken(tx, secretDigest(token));
  if (!dispatch || dispatch.ended_at !== null) throw new Refusal('not_found', TEAM_LINK_ENDED);
  const phoneHash = secretDigest(phone);
  if (dispatch.phone_hash !== null && !dispatch.phone_hash.equals(phoneHash)) {
    throw new Refusal('conflict', TEAM_LINK_TAKEN);
  }
  const own = place ? { latitude: place.latitude, longitude: place.longitude, accuracy_m: place.accuracy_m } : null;
  await noteSign(tx, dispatch, { now, place: own }, phoneHash);
  return dispatch;
};

/** The most places of others that a team reads beside the one to go to. */
const MOST_OTHERS = 3;

const present = async (db: Db, id: string, now: Date): Promise<TeamCall> => {
  const dispatch = await dispatchById(db, id);
  const incident = dispatch && (await incidentById(db, dispatch.incident_id));
  const team = dispatch && (await teamById(db, dispatch.team_id));
  if (!dispatch || !incident || !team) throw new Refusal('not_found', TEAM_LINK_ENDED);
  const driverId = incident.driver_id === null ? null : await keptRecord(db, incident.driver_id);
  const driver = driverId === null ? undefined : (await ownersById(db, [driverId])).get(driverId);
  const [place = null, ...others] = firstOfEach(await placesNow(db, incident));
  return {
    ...{ at: now.toISOString(), number: incident.number, grade: incident.grade, is_drill: incident.is_drill },
    ...{ team: team.name, status: dispatch.status, sent_at: dispatch.sent_at.toISOString(), words: dispatch.words },
    driver: driver
      ? { fullname: fullName(driver), mobile_number: driver.mobile_number, car_number: driver.car_number }
      : null,
    caller: { name: incident.caller_name, phone: incident.caller_phone },
    said_place: incident.place,
    place,
    other_places: others.slice(0, MOST_OTHERS),
    check_in_at: dispatch.check_in_at.toISOString(),
  };
};

/** The call for help of a team's link, and a sign of the team. */
export const openTeamLink = (db: Db, { body, now }: { body: Linked; now: Date }): Promise<TeamCall> =>
  db.transaction().execute(async (tx) => present(tx, (await openLink(tx, body, now)).id, now));

const DONE_BEFORE = {
  accept: ['accepted', 'on_scene'],
  arrive: ['on_scene'],
  finish: [],
} as const satisfies Record<(typeof TEAM_CHANGES)[number], readonly Dispatch['status'][]>;

type Changing = Linked & { change: (typeof TEAM_CHANGES)[number]; words?: string | undefined };

/**
 * Takes a team's word that it accepts, is there, or is done. The same again changes nothing. The
 * incident follows: it is on scene with its first team.
 */
export const changeTeamLink = (db: Db, { body, now }: { body: Changing; now: Date }): Promise<TeamCall> =>
  db.transaction().execute(async (tx) => {
    const { change, words } = body;
    // The incident comes first, as where staff end it: neither fails by the other or is left out.
    const incidentId = await incidentIdOfToken(tx, secretDigest(body.token));
    const incident = incidentId === undefined ? undefined : await lockIncident(tx, incidentId);
    const { id, status, incident_id } = await openLink(tx, body, now);
    if (!(DONE_BEFORE[change] as readonly string[]).includes(status)) {
      await transition(tx, DISPATCHES, { ids: [id], change, by: null, reason: words || undefined, now });
      if (change === 'arrive' && incident && isOpenIncident(incident.status)) await moveByTeam(tx, incident_id, now);
    }
    return present(tx, id, now);
  });
