import { DEVICE_STATUS_LABELS, type DeviceChange, type NewDevice, normalizePhone } from '@banbo/contract';
import type { Tx } from '#db/database.ts';
import { violatedReference, withSavepoint } from '#db/violated-constraint.ts';
import { audit } from '#domains/audit';
import type { Caller } from '#lib/caller.ts';
import { Refusal, refusalAt } from '#lib/refusal.ts';
import { newSecret, secretDigest } from '#lib/sealed.ts';
import { DEVICE_NOUN } from './device-changes.ts';
import { type Device, deviceByImei, insertDevices, lockDevice, removeFromStock, updateDevice } from './devices.repo.ts';
import { fittingsOf } from './fittings.repo.ts';

type Asking = { id: string; by: Caller; now: Date };

const subjectOf = ({ id, imei }: Pick<Device, 'id' | 'imei'>) => ({ kind: DEVICE_NOUN, id, name: imei });

/** Adds a tracker to the stock. Refused with 409 `conflict` where its IMEI is known. */
export const addDevice = async (
  tx: Tx,
  { body, by, now }: { body: NewDevice; by: Caller; now: Date },
): Promise<{ message: string; id: string }> => {
  const given = { ...body, sim_number: body.sim_number === null ? null : normalizePhone(body.sim_number) };
  const [added] = await insertDevices(tx, [{ ...given, added_at: now, status_at: now, added_by: by.accountId }]);
  if (!added) {
    const known = await deviceByImei(tx, body.imei);
    const state = known ? `: ${DEVICE_STATUS_LABELS[known.status].toLowerCase()}` : '';
    throw refusalAt('conflict', 'imei', `The tracker ${body.imei} is in the list already${state}.`);
  }
  await audit(tx, by, { action: 'devices.add', subject: subjectOf(added), after: given }, now);
  return { message: `The tracker ${added.imei} is in stock.`, id: added.id };
};

/** Changes facts of a tracker; what stays the same is not in the log. */
export const changeDevice = async (tx: Tx, { id, body, by, now }: Asking & { body: DeviceChange }): Promise<string> => {
  const device = await lockDevice(tx, id);
  const { sim_number, ...others } = body;
  const given = {
    ...others,
    ...(sim_number !== undefined && { sim_number: sim_number === null ? null : normalizePhone(sim_number) }),
  };
  const changed = Object.entries(given).filter(([name, value]) => value !== device[name as keyof Device]);
  if (changed.length === 0) return `The tracker ${device.imei} stays as it was.`;
  const after = Object.fromEntries(changed);
  const before = Object.fromEntries(changed.map(([name]) => [name, device[name as keyof Device]]));
  await updateDevice(tx, id, after);
  await audit(tx, by, { action: 'devices.change', subject: subjectOf(device), before, after }, now);
  return `The tracker ${device.imei} is changed.`;
};

/** Deletes a tracker that nothing is known of. Refused with 409 `conflict` for every other one. */
export const deleteDevice = async (tx: Tx, { id, by, now }: Asking): Promise<string> => {
  const device = await lockDevice(tx, id);
  const refuse = (why: string) =>
    new Refusal('conflict', `The tracker ${device.imei} ${why}, so it stays in the list.`);
  if (device.status !== 'in_stock')
    throw refuse(`is not in stock but ${DEVICE_STATUS_LABELS[device.status].toLowerCase()}`);
  if ((await fittingsOf(tx, { device_id: id })).length > 0) throw refuse('was in a car');
  try {
    await withSavepoint(tx, () => removeFromStock(tx, id));
  } catch (error) {
    if (violatedReference(error) === null) throw error;
    throw refuse('has reported where it is');
  }
  const { imei, serial_number, model, sim_number } = device;
  const before = { imei, serial_number, model, sim_number };
  await audit(tx, by, { action: 'devices.delete', subject: subjectOf(device), before }, now);
  return `The tracker ${imei} is deleted.`;
};

/** Makes a key with which the device reports. The former one ends at once. */
export const makeFeedKey = async (tx: Tx, { id, by, now }: Asking): Promise<{ message: string; feed_key: string }> => {
  const device = await lockDevice(tx, id);
  const feed_key = newSecret();
  await updateDevice(tx, id, { feed_key_hash: secretDigest(feed_key) });
  const had = { feed_key: device.feed_key_hash === null ? 'none' : 'former' };
  const change = { subject: subjectOf(device), before: had, after: { feed_key: 'new' } };
  await audit(tx, by, { action: 'devices.feed_key', ...change }, now);
  return { message: `The tracker ${device.imei} has a new key. It is shown once.`, feed_key };
};
