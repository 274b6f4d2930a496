import { formatPhone, type IncidentCall, normalizePhone } from '@banbo/contract';
import type { Tx } from '#db/database.ts';
import { audit } from '#domains/audit';
import { ownersById } from '#domains/drivers';
import type { Caller } from '#lib/caller.ts';
import { existing } from '#lib/refusal.ts';
import { INCIDENT_NOUN, moveIncident } from '../incident-changes.ts';
import { incidentById } from '../incidents.repo.ts';
import { raise, type Signal } from './raise.ts';
import { fillCaller, insertSteps } from './raising.repo.ts';

type Asked = { body: IncidentCall; by: Caller; now: Date };

/** Keeps who called, and where from, of a call that joins an incident which may know another. */
const keepCaller = async (
  tx: Tx,
  id: string,
  caller: { name: string; phone: string; place: string },
  { by, now }: Omit<Asked, 'body'>,
): Promise<void> => {
  const { name, phone, place } = caller;
  const told = [name, phone === '' ? '' : formatPhone(phone), place].filter((words) => words !== '');
  if (told.length === 0) return;
  await fillCaller(tx, id, caller);
  const words = `The caller: ${told.join(' · ')}`;
  await insertSteps(tx, [{ incident_id: id, at: now, what: 'note', actor_id: by.accountId, words }]);
};

/**
 * Writes down a call for help that came by phone. Who writes it has acknowledged it. Refused with
 * 404 `not_found` for an unknown driver.
 */
export const writeCall = async (
  tx: Tx,
  { body, by, now }: Asked,
): Promise<{ message: string; incident_id: string }> => {
  const { grade, driver_id = null, caller_name: name, caller_phone, place } = body;
  const phone = normalizePhone(caller_phone) ?? caller_phone;
  if (driver_id !== null) existing((await ownersById(tx, [driver_id])).get(driver_id), 'driver');
  const signal: Signal = {
    ...{ grade, source: 'call', knownBy: 'office', driverId: driver_id, deviceId: null },
    ...{ at: now, receivedAt: now, place: null },
    call: { name, phone, place },
  };
  const id = (await raise(tx, [signal], { now })).get(signal) ?? '';
  const incident = existing(await incidentById(tx, id), INCIDENT_NOUN);
  const subject = { kind: INCIDENT_NOUN, id, name: incident.number };
  await audit(tx, by, { action: 'incidents.raise', subject, after: { grade } }, now);
  if (incident.status === 'raised') await moveIncident(tx, { id, body: { change: 'acknowledge' }, by, now });
  if (incident.signals > 1) await keepCaller(tx, id, { name, phone, place }, { by, now });
  const joins = incident.signals > 1 ? 'joins the open incident' : 'is incident';
  return { message: `The call ${joins} ${incident.number}.`, incident_id: id };
};
