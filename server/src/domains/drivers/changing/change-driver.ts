import { type DriverChange, fieldLabel, formatPhone, type RegistrationFields, valueInWords } from '@banbo/contract';
import type { Db, Tx } from '#db/database.ts';
import { loginsOf, SETUP_CODE_HOURS, withdrawSetupCodes } from '#domains/identity';
import { queueSms, takeBackSms } from '#domains/messages';
import { readSite } from '#domains/site';
import type { Caller } from '#lib/caller.ts';
import { Refusal } from '#lib/refusal.ts';
import { type DriverRow, findDriver, type WholeDriver } from '../drivers.repo.ts';
import {
  alreadyRegistered,
  firstRepeat,
  refuse,
  repeatBehind,
  wrongFields,
} from '../registration/check-registration.ts';
import { refuseByReference } from '../registration/register-driver.ts';
import {
  type ChangeableColumn,
  type ChangedFields,
  changedColumns,
  changedFields,
  changeOfOther,
  columnsOf,
} from './changed-columns.ts';
import { changesSince, updatePerson } from './changes.repo.ts';
import { type CarChange, lockCurrent, storeChange } from './store-change.ts';

type Acting = { caller: Caller; id: string; now: Date; textsAreSent: boolean };

/** Fields whose rule also looks at another one. */
const JUDGED_WITH: Readonly<Record<string, string>> = {
  id_number: 'identification_type',
  date_issued: 'date_of_birth',
};

/** Refuses what the rules of registering refuse of these fields. Others may be older than a rule or still missing, and stay as they are. */
const checkFields = async (tx: Tx, driver: DriverRow, change: ChangedFields): Promise<void> => {
  const fields = changedFields(driver, change);
  const isJudged = (field: keyof RegistrationFields): boolean =>
    field in change || ((JUDGED_WITH[field] ?? '') in change && fields[field] !== '');
  const wrong = (await wrongFields(tx, fields)).filter(([field]) => isJudged(field));
  if (wrong.length > 0) throw refuse('invalid_input', wrong);
};

const UNIQUE = ['car_number', 'mobile_number', 'id_number'] as const;

/** Refuses a changed car, mobile or ID number that another current driver has. */
const refuseTaken = async (tx: Tx, driver: DriverRow, change: ChangedFields): Promise<void> => {
  if (!UNIQUE.some((name) => name in change)) return;
  const repeat = await firstRepeat(tx, changedFields(driver, change), driver.id);
  if (repeat && columnsOf(Object.keys(change)).includes(repeat))
    throw await alreadyRegistered(tx, repeat, { isStaff: true });
};

/** Says that it was changed, and what that means for the driver. */
const consequence = ({ driver_code }: DriverRow, { car_number, mobile_number }: Partial<DriverRow>): string => {
  const signIn = car_number && ` They sign in with ${car_number} and ${driver_code} from now on.`;
  const codes = mobile_number && ' Codes and texts that were on their way to the old number no longer count.';
  return `The driver was changed.${signIn ?? ''}${codes ?? ''}`;
};

const inWords = new Intl.ListFormat('en-GB');

/** Names other cars that were changed too; empty without any. */
export const changedToo = (cars: readonly DriverRow[]): string =>
  cars.length === 0
    ? ''
    : ` Changed too: ${inWords.format(cars.map(({ driver_code }) => driver_code))}, of the same person.`;

/** The fields that a change names; JSON has none that are undefined. */
const fieldsIn = ({ version: _, reason: __, ...fields }: DriverChange): ChangedFields => fields as ChangedFields;

const changed = async (tx: Tx, given: DriverChange, acting: Acting): Promise<string> => {
  const { version, reason } = given;
  const change = fieldsIn(given);
  const { driver, others } = await lockCurrent(tx, acting.id);
  const own = changedColumns(driver, change);
  if (own.names.length === 0) return 'The driver has these values already.';
  await refuseLate(tx, driver, { names: own.names, version });
  await checkFields(tx, driver, change);
  await refuseTaken(tx, driver, change);
  const ofOther = changeOfOther(own);
  const further = ofOther.names.length === 0 ? [] : others.map((other) => ({ driver: other, ...ofOther }));
  const cars: readonly CarChange[] = [{ driver, ...own }, ...further];
  await updatePerson(tx, driver.person_id, ofOther.after);
  for (const car of cars) await storeChange(tx, car, { ...acting, reason });
  const renumbered = cars.filter(({ names }) => names.includes('mobile_number'));
  await leaveNumbers(
    tx,
    renumbered.map((car) => car.driver),
    acting,
  );
  return `${consequence(driver, own.after)}${changedToo(further.map((car) => car.driver))}`;
};

/**
 * Changes fields of a current driver by the rules of registering, and answers them as they are then. What differs is kept with
 * its reason; a change that was made already is answered as made. Fields of the person change in all of their current cars, each
 * with its own version and history. Refused with 404 `not_found`; with 400 `invalid_input` and
 * 409 `already_registered` as registering refuses; and with 409 `conflict` for a removed driver, and for fields that somebody
 * else changed since the version that is named.
 */
export const changeDriver = async (
  db: Db,
  acting: Acting,
  change: DriverChange,
): Promise<{ message: string; driver: WholeDriver }> => {
  try {
    const message = await db.transaction().execute((tx) => changed(tx, change, acting));
    return { message, driver: await shown(db, acting.id) };
  } catch (error) {
    refuseByReference(error);
    const driver = await findDriver(db, acting.id);
    const repeat = driver && (await repeatBehind(db, changedFields(driver, fieldsIn(change)), error, acting.id));
    throw repeat ? await alreadyRegistered(db, repeat, { isStaff: true }) : error;
  }
};

const shown = async (db: Db, id: string): Promise<WholeDriver> => {
  const driver = await findDriver(db, id);
  if (!driver) throw new Error('A changed driver is gone');
  return driver;
};

const tellFormer = async (tx: Tx, to: string, now: Date): Promise<void> => {
  const { company_name, mobile_numbers } = await readSite(tx);
  const phone = formatPhone(mobile_numbers[0] ?? '');
  const text = `${company_name}: our office no longer has this number for you. If you did not ask for that, call ${phone}.`;
  await queueSms(tx, { to, text, hours: SETUP_CODE_HOURS }, now);
};

/**
 * Cuts the former mobile numbers of all current cars of a person off, whose rows are those of before: such a number may be a
 * stranger's, typed by mistake. Codes that went there end, texts that wait for it are withdrawn, and where texts are sent it is told once, so that
 * nobody's number is changed behind their back. The text says nothing of the driver.
 */
export const leaveNumbers = async (
  tx: Tx,
  cars: readonly Pick<DriverRow, 'account_id' | 'mobile_number'>[],
  { now, textsAreSent }: { now: Date; textsAreSent: boolean },
): Promise<void> => {
  for (const { account_id } of cars) await withdrawSetupCodes(tx, account_id);
  for (const to of new Set(cars.map(({ mobile_number }) => mobile_number))) {
    await takeBackSms(tx, { to });
    if (textsAreSent) await tellFormer(tx, to, now);
  }
};

/**
 * Refuses to change columns that somebody else changed since the version that they were changed from, with 409 `conflict`:
 * the sentence names who, and `issues` have the values of now. Columns that others left alone may be changed from any version.
 */
export const refuseLate = async (
  tx: Tx,
  driver: DriverRow,
  { names, version }: { names: readonly ChangeableColumn[]; version: number },
): Promise<void> => {
  if (version === driver.version) return;
  const since = await changesSince(tx, driver.id, version);
  const late = names.flatMap((name) => {
    const last = since.find(({ after }) => name in after);
    return last ? [{ name, by: last.changed_by }] : [];
  });
  const [first] = late;
  if (!first) return;
  const who = (await loginsOf(tx, [first.by])).get(first.by) ?? 'Somebody';
  const labels = late.map(({ name }) => fieldLabel(name)).join(', ');
  throw new Refusal(
    'conflict',
    `${who} has changed this driver since you opened it: ${labels}. Look at the values of now, and send yours again if they still hold.`,
    {
      issues: late.map(({ name }) => ({
        path: `body.${name}`,
        message: `Changed meanwhile. It is now ${valueInWords(name, driver[name]) || 'empty'}.`,
      })),
    },
  );
};
