import type { NewDrill } from '@banbo/contract';
import type { Tx } from '#db/database.ts';
import { audit } from '#domains/audit';
import { ownersById } from '#domains/drivers';
import type { Caller } from '#lib/caller.ts';
import { existing } from '#lib/refusal.ts';
import { INCIDENT_NOUN } from '../incident-changes.ts';
import { incidentById } from '../incidents.repo.ts';
import { raise, type Signal } from './raise.ts';

/** Starts a drill with a driver's car. Refused with 404 `not_found` for an unknown driver. */
export const beginDrill = async (
  tx: Tx,
  { body: { grade, driver_id }, by, now }: { body: NewDrill; by: Caller; now: Date },
): Promise<{ message: string; incident_id: string }> => {
  existing((await ownersById(tx, [driver_id])).get(driver_id), 'driver');
  const signal: Signal = {
    ...{ grade, source: 'tracker', knownBy: 'office', driverId: driver_id, deviceId: null },
    ...{ at: now, receivedAt: now, place: null },
  };
  const id = (await raise(tx, [signal], { now, isDrill: true })).get(signal) ?? '';
  const { number } = existing(await incidentById(tx, id), INCIDENT_NOUN);
  await audit(
    tx,
    by,
    { action: 'incidents.drill', subject: { kind: INCIDENT_NOUN, id, name: number }, after: { grade } },
    now,
  );
  return { message: `The drill ${number} rings.`, incident_id: id };
};
