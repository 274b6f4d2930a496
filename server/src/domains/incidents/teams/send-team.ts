import {
  formatPhone,
  INCIDENT_GRADE_LABELS,
  type IncidentGrade,
  isOpenIncident,
  type NewDispatch,
  sceneText,
} from '@banbo/contract';
import type { Tx } from '#db/database.ts';
import { transition } from '#db/transition.ts';
import { audit } from '#domains/audit';
import { queueSms, wordsFor } from '#domains/messages';
import { officePhone, readSite } from '#domains/site';
import type { Caller } from '#lib/caller.ts';
import { existing, Refusal, refusalAt } from '#lib/refusal.ts';
import { newSecret, secretDigest } from '#lib/sealed.ts';
import { INCIDENT_NOUN, moveIncident, ofOneCall } from '../incident-changes.ts';
import { lockIncident } from '../incidents.repo.ts';
import { insertSteps } from '../raising/raising.repo.ts';
import { TEAM_NOUN } from './change-teams.ts';
import { DISPATCHES } from './dispatch-changes.ts';
import { dispatchById, insertDispatch, teamsOut } from './dispatches.repo.ts';
import { lockTeam, teamById } from './teams.repo.ts';

/** The path of a team's page; the secret follows after `#`, which browsers send to no server. */
const TEAM_PATH = '/team_call';
const TEXT_HOURS = 2;

type Texting = { linksTo: string | null; textsAreSent: boolean };
type Acting = { id: string; by: Caller; now: Date };

/** The grade in a text message; a drill says so first. */
const gradeInText = (grade: IncidentGrade, isDrill: boolean): string =>
  `${isDrill ? 'DRILL ' : ''}${INCIDENT_GRADE_LABELS[grade]}`;

/**
 * Sends a team to an incident by a link in a text message. Refused with 404 `not_found`, and 409
 * `conflict` for an incident that has ended or a team that is out of service or sent there already,
 * and 422 `refused` for a team that is elsewhere until that is accepted.
 */
export const sendOneTeam = async (
  tx: Tx,
  { id, body, by, now }: Acting & { body: NewDispatch },
  { linksTo, textsAreSent }: Texting,
): Promise<{ message: string; dispatch_id: string; token: string; is_texted: boolean }> => {
  const incident = existing(await lockIncident(tx, id), INCIDENT_NOUN);
  if (!isOpenIncident(incident.status))
    throw new Refusal('conflict', `${incident.number} has ended. Open it again first.`);
  if (incident.is_queue) throw new Refusal('conflict', ofOneCall(incident.number));
  const team = existing(await lockTeam(tx, body.team_id), TEAM_NOUN);
  if (!team.is_active) throw refusalAt('conflict', 'team_id', `${team.name} is out of service.`);
  const scenes = (await teamsOut(tx, [team.id])).get(team.id) ?? [];
  if (scenes.some(({ incident_id }) => incident_id === id)) {
    throw refusalAt('conflict', 'team_id', `${team.name} is sent to ${incident.number} already.`);
  }
  // A drill keeps no team from a real call.
  const others = scenes.filter(({ is_drill }) => incident.is_drill || !is_drill);
  if (others.length > 0 && !body.accepts_two_scenes) {
    const where = new Intl.ListFormat('en-GB').format(others.map(sceneText));
    const words = `${team.name} is ${where}. Confirm that it goes to ${incident.number} too, or call it back there first.`;
    throw refusalAt('refused', 'accepts_two_scenes', words);
  }
  const token = newSecret();
  const dispatch_id = await insertDispatch(tx, {
    ...{ incident_id: id, team_id: team.id, phone: team.phone, words: body.words, token_hash: secretDigest(token) },
    ...{ sent_at: now, sent_by: by.accountId, check_in_minutes: body.check_in_minutes },
    check_in_at: new Date(now.getTime() + body.check_in_minutes * 60_000),
  });
  const after = { team: team.name };
  const subject = { kind: INCIDENT_NOUN, id, name: incident.number };
  await audit(tx, by, { action: 'dispatches.send', subject, after }, now);
  if (incident.status === 'raised' || incident.status === 'acknowledged') {
    await moveIncident(tx, { id, body: { change: 'dispatch', reason: team.name }, by, now });
  } else {
    const words = `${team.name} is sent too.`;
    await insertSteps(tx, [{ incident_id: id, at: now, what: 'change', actor_id: by.accountId, words }]);
  }
  if (linksTo === null) {
    const message = `${team.name} is sent. Pass the link on yourself: the server does not know its own address.`;
    return { message, dispatch_id, token, is_texted: false };
  }
  const { company_name: company } = await readSite(tx);
  const words = await wordsFor(tx, 'team_sent');
  const link = `${linksTo}${TEAM_PATH}#${token}`;
  const text = words({
    company,
    grade: gradeInText(incident.grade, incident.is_drill),
    incident: incident.number,
    link,
  });
  await queueSms(tx, { to: team.phone, text, hours: TEXT_HOURS, isUrgent: true }, now);
  const message = textsAreSent
    ? `${team.name} gets a text message with the link.`
    : `${team.name} is sent. No service sends text messages: please call ${formatPhone(team.phone)} and pass the link on.`;
  return { message, dispatch_id, token, is_texted: textsAreSent };
};

/** Calls a team back and tells it by text. Refused with 404 `not_found`, or 409 once done. */
export const recallOneTeam = async (
  tx: Tx,
  { id, body: { reason }, by, now }: Acting & { body: { reason: string } },
): Promise<string> => {
  const { incident_id } = existing(await dispatchById(tx, id), 'dispatch');
  const incident = existing(await lockIncident(tx, incident_id), INCIDENT_NOUN);
  // Read again, since its team may have said meanwhile that it is done.
  const { team_id, phone, ended_at } = existing(await dispatchById(tx, id), 'dispatch');
  const team = existing(await teamById(tx, team_id), TEAM_NOUN);
  if (ended_at !== null) throw new Refusal('conflict', `${team.name} is not out for ${incident.number} any more.`);
  await transition(tx, DISPATCHES, { ids: [id], change: 'recall', by, reason, now });
  const site = await readSite(tx);
  const words = await wordsFor(tx, 'team_recalled');
  const number = `${incident.is_drill ? 'DRILL ' : ''}${incident.number}`;
  const text = words({ company: site.company_name, incident: number, phone: officePhone(site) });
  await queueSms(tx, { to: phone, text, hours: TEXT_HOURS, isUrgent: true }, now);
  return `${team.name} is called back.`;
};
