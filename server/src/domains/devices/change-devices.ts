import {
  asksAboutDigit,
  DEVICE_STATUS_LABELS,
  type DeviceChange,
  imeiOf,
  type NewDevice,
  normalizePhone,
  WRONG_CHECK_DIGIT,
} from '@banbo/contract';
import type { Tx } from '#db/database.ts';
import { violatedReference, violatedUnique, withSavepoint } from '#db/violated-constraint.ts';
import { audit } from '#domains/audit';
import type { Caller } from '#lib/caller.ts';
import { Refusal, refusalAt } from '#lib/refusal.ts';
import { newSecret, secretDigest } from '#lib/sealed.ts';
import { DEVICE_NOUN } from './device-changes.ts';
import { type Device, deviceNamed, insertDevices, lockDevice, removeFromStock, updateDevice } from './devices.repo.ts';
import { fittingsOf } from './fittings.repo.ts';

type Asking = { id: string; by: Caller; now: Date };

const subjectOf = ({ id, imei }: Pick<Device, 'id' | 'imei'>) => ({ kind: DEVICE_NOUN, id, name: imei });

type Names = Pick<NewDevice, 'imei' | 'feed_name'>;

/** Names as they are stored: in the place of an IMEI that a tracker lacks, its name in the feed. */
export const storedNames = (names: Names): { imei: string; feed_name: string | null } => {
  const own = imeiOf(names);
  const { feed_name } = names;
  return { imei: own ?? feed_name ?? '', feed_name: feed_name === own ? null : feed_name };
};

/** Refuses an IMEI whose last digit does not fit with 422 `refused`, until somebody confirms it. */
const refuseUnconfirmed = (names: Names, accepts: boolean | undefined): void => {
  if (asksAboutDigit(names) && accepts !== true) throw refusalAt('refused', 'accepts_wrong_digit', WRONG_CHECK_DIGIT);
};

/** Refuses a name by which another tracker is known with 409 `conflict`, at its field. */
const refuseKnown = async (
  tx: Tx,
  names: { [Name in keyof Names]?: Names[Name] | undefined },
  own?: string,
): Promise<void> => {
  for (const field of ['imei', 'feed_name'] as const) {
    const name = names[field];
    const known = name ? await deviceNamed(tx, name) : undefined;
    if (!known || known.id === own) continue;
    const called = known.imei === name ? '' : ` (${name})`;
    const state = DEVICE_STATUS_LABELS[known.status].toLowerCase();
    throw refusalAt('conflict', field, `The tracker ${known.imei}${called} is in the list already: ${state}.`);
  }
};

/**
 * Adds a tracker to the stock. Refused with 409 `conflict` where its IMEI or its name is known, and
 * with 422 `refused` where nobody has confirmed an IMEI whose last digit does not fit.
 */
export const addDevice = async (
  tx: Tx,
  { body, by, now }: { body: NewDevice; by: Caller; now: Date },
): Promise<{ message: string; id: string }> => {
  const { accepts_wrong_digit, sim_number, ...facts } = body;
  refuseUnconfirmed(body, accepts_wrong_digit);
  const number = sim_number === null ? null : normalizePhone(sim_number);
  const given = { ...facts, ...storedNames(body), sim_number: number };
  const insert = async () => {
    await refuseKnown(tx, body);
    return (await insertDevices(tx, [{ ...given, added_at: now, status_at: now, added_by: by.accountId }]))[0];
  };
  // One that came between looking and storing is named by the second look.
  const added = (await insert()) ?? (await insert());
  if (!added) throw new Refusal('conflict', `The tracker ${given.imei} is in the list already.`);
  await audit(tx, by, { action: 'devices.add', subject: subjectOf(added), after: given }, now);
  return { message: `The tracker ${added.imei} is in stock.`, id: added.id };
};

/** Names of a tracker by a new one in the feed, if one is given. */
const renamed = ({ imei, feed_name }: Device, { feed_name: name, accepts_wrong_digit }: DeviceChange) => {
  if (name === undefined) return {};
  if (imei !== feed_name) return storedNames({ imei, feed_name: name });
  if (name === null) {
    throw refusalAt('invalid_input', 'feed_name', 'This tracker has no IMEI, so it needs its name in the feed.');
  }
  const names = { imei: null, feed_name: name };
  refuseUnconfirmed(names, accepts_wrong_digit);
  return storedNames(names);
};

/**
 * Changes facts of a tracker; what stays the same is not in the log. A name in the feed is refused
 * as that of a new tracker is.
 */
export const changeDevice = async (tx: Tx, { id, body, by, now }: Asking & { body: DeviceChange }): Promise<string> => {
  const device = await lockDevice(tx, id);
  const { sim_number, feed_name, accepts_wrong_digit: _, ...others } = body;
  const given = {
    ...others,
    ...renamed(device, body),
    ...(sim_number !== undefined && { sim_number: sim_number === null ? null : normalizePhone(sim_number) }),
  };
  const changed = Object.entries(given).filter(([name, value]) => value !== device[name as keyof Device]);
  if (changed.length === 0) return `The tracker ${device.imei} stays as it was.`;
  const after = Object.fromEntries(changed);
  const before = Object.fromEntries(changed.map(([name]) => [name, device[name as keyof Device]]));
  await refuseKnown(tx, { feed_name }, id);
  try {
    await withSavepoint(tx, () => updateDevice(tx, id, after));
  } catch (error) {
    if (violatedUnique(error) !== null) await refuseKnown(tx, { feed_name }, id);
    throw error;
  }
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
  const { imei, feed_name, serial_number, model, sim_number } = device;
  const before = { imei, ...(feed_name && { feed_name }), serial_number, model, sim_number };
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
