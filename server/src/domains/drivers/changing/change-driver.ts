import {
  DriverChange,
  type DriverChangeEntry,
  driverChangeList,
  fieldLabel,
  type ListQuery,
  type RegistrationFields,
  valueInWords,
} from '@banbo/contract';
import type { Db, Tx } from '#db/database.ts';
import { type ListSource, listSource } from '#db/list/list-source.ts';
import { withSavepoint } from '#db/violated-constraint.ts';
import {
  askOrApply,
  defineApproval,
  type IdentityParts,
  identityCountsFrom,
  refuseWhileWaiting,
  type StaffHolders,
  whyIdentityWaits,
} from '#domains/approvals';
import { loginsOf, SETUP_CODE_HOURS, withdrawSetupCodes } from '#domains/identity';
import { queueSms, takeBackSms } from '#domains/messages';
import { officePhone, readSite } from '#domains/site';
import type { Caller } from '#lib/caller.ts';
import { Refusal } from '#lib/refusal.ts';
import { pluck } from '#lib/values.ts';
import { type DriverRow, findDriver, type WholeDriver } from '../drivers.repo.ts';
import type { MoneyOf } from '../privacy/erase-driver.ts';
import {
  alreadyRegistered,
  firstRepeat,
  invalidFields,
  refuse,
  repeatBehind,
} from '../registration/check-registration.ts';
import { refuseByReference } from '../registration/register-driver.ts';
import { changesSince, columnsChangedAfter, driverChangesSql, updatePerson } from './changes.repo.ts';
import {
  type CarChange,
  type ChangeableColumn,
  type ChangedFields,
  changedColumns,
  changedDriverFields,
  changeOfOther,
  columnsOf,
  lockCurrent,
  storeChange,
} from './store-change.ts';

type Acting = { caller: Caller; id: string; now: Date; textsAreSent: boolean };

/** The parts of a driver's identity, of which one alone is changed by one person. */
const IDENTITY: IdentityParts = {
  name: ['first_name', 'middle_name', 'last_name'],
  'car number': ['car_number'],
  'ID number': ['id_number'],
  'mobile number': ['mobile_number'],
};
const OF_IDENTITY = new Set(Object.values(IDENTITY).flat());

/** Fields whose rule also depends on another field. */
const JUDGED_WITH: Readonly<Record<string, string>> = {
  id_number: 'identification_type',
  date_issued: 'date_of_birth',
  first_name: 'last_name',
};

/** Refuses these fields by the rules of registering; the driver's other fields are not judged. */
const checkFields = async (tx: Tx, driver: DriverRow, change: ChangedFields): Promise<void> => {
  const fields = changedDriverFields(driver, change);
  const isJudged = (field: keyof RegistrationFields): boolean =>
    field in change || ((JUDGED_WITH[field] ?? '') in change && (field === 'first_name' || fields[field] !== ''));
  const wrong = (await invalidFields(tx, fields)).filter(([field]) => isJudged(field));
  if (wrong.length > 0) throw refuse('invalid_input', wrong);
};

const UNIQUE = ['car_number', 'mobile_number', 'id_number'] as const;

/** Refuses a changed car, mobile or ID number that another current driver has. */
const refuseTaken = async (tx: Tx, driver: DriverRow, change: ChangedFields): Promise<void> => {
  if (!UNIQUE.some((name) => name in change)) return;
  const repeat = await firstRepeat(tx, changedDriverFields(driver, change), driver.id);
  if (repeat && columnsOf(Object.keys(change)).includes(repeat))
    throw await alreadyRegistered(tx, repeat, { isStaff: true });
};

/** The message after a change, with its consequences for the driver. */
const consequence = ({ driver_code }: DriverRow, { car_number, mobile_number }: Partial<DriverRow>): string => {
  const signIn = car_number && ` They sign in with ${car_number} and ${driver_code} from now on.`;
  const codes = mobile_number && ' Codes and texts that were on their way to the old number no longer count.';
  return `The driver was changed.${signIn ?? ''}${codes ?? ''}`;
};

const inWords = new Intl.ListFormat('en-GB');

/** Names the other cars that changed; empty if there are none. */
export const changedToo = (cars: readonly DriverRow[]): string =>
  cars.length === 0
    ? ''
    : ` Changed too: ${inWords.format(cars.map(({ driver_code }) => driver_code))}, of the same person.`;

/** The fields that a change names. JSON has no undefined fields. */
const fieldsIn = ({ version: _, reason: __, ...fields }: DriverChange): ChangedFields => fields as ChangedFields;

/** Judges a change; gives it for the driver and the person's other cars, none where it is made. */
const judged = async (tx: Tx, given: DriverChange, id: string): Promise<CarChange[]> => {
  const change = fieldsIn(given);
  const { driver, others } = await lockCurrent(tx, id);
  const own = changedColumns(driver, change);
  if (own.names.length === 0) return [];
  await refuseLate(tx, driver, { names: own.names, version: given.version });
  await checkFields(tx, driver, change);
  await refuseTaken(tx, driver, change);
  const ofOther = changeOfOther(own);
  const further = ofOther.names.length === 0 ? [] : others.map((other) => ({ driver: other, ...ofOther }));
  return [{ driver, ...own }, ...further];
};

const store = async (tx: Tx, given: DriverChange, acting: Acting): Promise<string> => {
  const cars = await judged(tx, given, acting.id);
  const [own, ...further] = cars;
  if (!own) return 'The driver has these values already.';
  const { driver } = own;
  await updatePerson(tx, driver.person_id, changeOfOther(own).after);
  for (const car of cars) await storeChange(tx, car, { ...acting, reason: given.reason });
  const renumbered = cars.filter(({ names }) => names.includes('mobile_number'));
  await releaseNumbers(tx, pluck(renumbered, 'driver'), acting);
  return `${consequence(driver, own.after)}${changedToo(further.map((car) => car.driver))}`;
};

/** Refuses a change as the index or reference that stopped it asks; throws any other error. */
const refuseStopped = async (
  db: Db,
  { id, given }: { id: string; given: DriverChange },
  error: unknown,
): Promise<never> => {
  refuseByReference(error);
  const driver = await findDriver(db, id);
  const repeat = driver && (await repeatBehind(db, changedDriverFields(driver, fieldsIn(given)), error, id));
  throw repeat ? await alreadyRegistered(db, repeat, { isStaff: true }) : error;
};

/** A change of the identity of a driver who has paid, made in the name of its asker. */
export const identityChange = ({ textsAreSent }: Pick<Acting, 'textsAreSent'>) =>
  defineApproval({
    kind: 'drivers.identity',
    input: DriverChange,
    apply: async (tx, { input, subjectId: id, askedBy, by, now }) => {
      const caller = { ...by, ...askedBy };
      const work = () => store(tx, input, { caller, id, now, textsAreSent });
      // Another driver may take the car or a number between the check and the change.
      const message = await withSavepoint(tx, work).catch((error) => refuseStopped(tx, { id, given: input }, error));
      return { message };
    },
    facts: async (db, id, input) => {
      const driver = await findDriver(db, id);
      if (!driver) return [];
      const { before, after } = changedColumns(driver, fieldsIn(input));
      const words = (name: string, value: unknown) => valueInWords(name, value as string | null);
      const values = Object.entries(after).map(([name, value]) => ({
        field: fieldLabel(name),
        before: words(name, before[name]),
        after: words(name, value),
      }));
      return [...values, { field: 'Reason', before: '', after: input.reason }];
    },
  });

export type IdentityChanging = {
  moneyOf: MoneyOf;
  identityChange: ReturnType<typeof identityChange>;
  staff: StaffHolders;
};

/** The sentence why a change waits for another person, or null: one of its cars has paid. */
const whyWaits = async (
  tx: Tx,
  cars: readonly CarChange[],
  { now, moneyOf }: { now: Date } & Pick<IdentityChanging, 'moneyOf'>,
): Promise<string | null> => {
  for (const { driver, names } of cars) {
    const before = await columnsChangedAfter(tx, driver.id, identityCountsFrom(now));
    const because = whyIdentityWaits(IDENTITY, { now: names, before });
    if (because === null) continue;
    const { isBooked, credit } = await moneyOf(tx, driver.id);
    if (isBooked || credit > 0n) return because;
  }
  return null;
};

const changed = async (
  tx: Tx,
  given: DriverChange,
  acting: Acting,
  { moneyOf, identityChange: definition, staff }: IdentityChanging,
): Promise<string> => {
  const { id, caller: by, now } = acting;
  if (!Object.keys(fieldsIn(given)).some((name) => OF_IDENTITY.has(name))) return store(tx, given, acting);
  await refuseWhileWaiting(tx, 'drivers.identity', id);
  const [own, ...further] = await judged(tx, given, id);
  const because = own ? await whyWaits(tx, [own, ...further], { now, moneyOf }) : null;
  if (!own || because === null) return store(tx, given, acting);
  const changes = [{ field: 'Changes', before: '', after: own.names.map(fieldLabel).join(', ') }];
  const subject = { id, name: own.driver.driver_code };
  // The reason may say something of a person, which the log of what was asked keeps for good.
  const asked = { because, subject, input: given, changes, by, now };
  return (await askOrApply(tx, definition, asked, staff)).message;
};

/**
 * Changes fields of a current driver by the rules of registering, and returns the driver. Two parts
 * of the identity of one who has paid wait for another person, in one change or within 30 days. The
 * history keeps the differences and the reason. Idempotent: a change that was made already
 * succeeds. A person's fields change in all of their current cars, each with its own version and
 * history. Refused with 404 `not_found`; with 400 `invalid_input` and 409 `already_registered` as
 * registering refuses; and with 409 `conflict` for a removed driver, and for fields that somebody
 * else changed since the named version.
 */
export const changeDriver = async (
  db: Db,
  acting: Acting,
  change: DriverChange,
  approving: IdentityChanging,
): Promise<{ message: string; driver: WholeDriver }> => {
  try {
    const message = await db.transaction().execute((tx) => changed(tx, change, acting, approving));
    return { message, driver: await shown(db, acting.id) };
  } catch (error) {
    return refuseStopped(db, { id: acting.id, given: change }, error);
  }
};

const shown = async (db: Db, id: string): Promise<WholeDriver> => {
  const driver = await findDriver(db, id);
  if (!driver) throw new Error('A changed driver is gone');
  return driver;
};

const textFormerNumber = async (tx: Tx, to: string, now: Date): Promise<void> => {
  const site = await readSite(tx);
  const text = `${site.company_name}: our office no longer has this number for you. If you did not ask for that, call ${officePhone(site)}.`;
  await queueSms(tx, { to, text, hours: SETUP_CODE_HOURS }, now);
};

/**
 * Cuts off the former mobile numbers of these cars: such a number may be a stranger's, typed by
 * mistake. Codes sent there end, waiting texts are withdrawn, and where texts are sent the number
 * gets one, so that no number is changed in secret. The text says nothing of the driver.
 */
const releaseNumbers = async (
  tx: Tx,
  cars: readonly Pick<DriverRow, 'account_id' | 'mobile_number'>[],
  { now, textsAreSent }: { now: Date; textsAreSent: boolean },
): Promise<void> => {
  for (const { account_id } of cars) await withdrawSetupCodes(tx, account_id);
  for (const to of new Set(cars.map(({ mobile_number }) => mobile_number))) {
    await takeBackSms(tx, { to });
    if (textsAreSent) await textFormerNumber(tx, to, now);
  }
};

/**
 * Refuses with 409 `conflict` columns that somebody else changed since the version that the caller
 * read. The sentence names that person; `issues` have the present values. Columns that nobody else
 * changed pass from any version.
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
    `${who} has changed this driver since you opened it: ${labels}. Check the current values, and save yours again if they are still right.`,
    {
      issues: late.map(({ name }) => ({
        path: `body.${name}`,
        message: `Changed meanwhile. It is now ${valueInWords(name, driver[name]) || 'empty'}.`,
      })),
    },
  );
};

/** Changes of a driver by staff, with the usernames of those who did. */
export const driverChangesSource: ListSource<ListQuery<typeof driverChangeList>, DriverChangeEntry> = listSource(
  driverChangeList,
  driverChangesSql,
  async (rows, db) => {
    const logins = await loginsOf(db, pluck(rows, 'changed_by'));
    return rows.map(({ id, changed_at, changed_by, reason, before, after }) => ({
      ...{ id, reason, before, after },
      changed_at: changed_at.toISOString(),
      changed_by: logins.get(changed_by) ?? '',
    }));
  },
);
