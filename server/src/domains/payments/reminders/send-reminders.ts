import {
  type ArrearsAge,
  arrearsAgeLabel,
  REMINDER_DAYS,
  REMINDER_HOURS,
  type ReminderBatch,
  type ReminderPreview,
  reminderList,
} from '@banbo/contract';
import type { Db, Tx } from '#db/database.ts';
import { listSource } from '#db/list/list-source.ts';
import { loginsOf } from '#domains/identity';
import {
  costOfTexts,
  defineReminders,
  partsOfTexts,
  remindersWritten,
  type Texting,
  textingNow,
} from '#domains/messages';
import { refuseRemindersUntilOpen } from '#domains/site';
import type { Author } from '#lib/caller.ts';
import { pluck } from '#lib/values.ts';
import type { AllDebts } from '../arrears/owed.ts';
import { type Chosen, chooseReminders, remindersFor } from './choose-reminders.ts';

export type RemindedAge = Exclude<ArrearsAge, 'fees'>;

/** Reminders of what drivers owe. */
const driverReminders = defineReminders<RemindedAge>({
  tables: { batches: 'reminder_batches', reminders: 'reminders', subject: 'driver_id' },
  job: 'send reminders',
  needs: 'payments.clear',
  restDays: REMINDER_DAYS,
  hours: REMINDER_HOURS,
  action: 'reminders.send',
  kind: 'reminders',
  ageLabel: arrearsAgeLabel,
  textsFor: async (tx, ids, at) =>
    new Map(
      (await remindersFor(tx, ids, at)).map(({ driver, text }) => [driver.id, { to: driver.mobile_number, text }]),
    ),
  changed: 'The drivers to be reminded have changed. Please look at the reminders again.',
});

export const reminderJob = driverReminders.job;

/** Drivers reminded lately: all, or those of these ids. */
export const driversReminded = (db: Db, now: Date): Promise<Set<string>> =>
  driverReminders.repo.remindedSince(db, driverReminders.remindedAfter(now));

type Confirmed = { age: RemindedAge; recipients: number; parts: number };
type Acting = { by: Author; linksTo: string | null; price: string | undefined; now: Date };

/** Stores the chosen reminders, queues their job and gives the batch’s id, or refuses with 409. */
export const sendReminders = async (tx: Tx, { reminders }: Chosen, confirmed: Confirmed, acting: Acting) => {
  const texts = reminders.map(({ driver_id: subject_id, text, parts }) => ({ subject_id, text, parts }));
  const batch_id = await driverReminders.send(tx, texts, confirmed, acting);
  return { message: remindersWritten(confirmed.recipients), batch_id };
};

/** The server's settings for texts, with their price in GHS. */
export type OfficeTexts = Texting & { textPrice: string | undefined };

type Choosing = { all: AllDebts; linksTo: string | null; now: Date };

/** The reminders that would be sent now. Refused with 422 `refused` before payments are open. */
export const remindersOfAge = async (db: Db, age: RemindedAge, { now, ...reminding }: Choosing): Promise<Chosen> => {
  await refuseRemindersUntilOpen(db);
  return chooseReminders(db, age, { ...reminding, reminded: await driversReminded(db, now) }, now);
};

/** Previews reminders with their texts, parts and cost, and when they would be sent. */
export const previewReminders = async (
  db: Db,
  age: RemindedAge,
  { texts: { textPrice, ...texts }, ...choosing }: Choosing & { texts: OfficeTexts },
): Promise<ReminderPreview> => {
  const chosen = await remindersOfAge(db, age, choosing);
  const parts = partsOfTexts(chosen.reminders);
  const texting = await textingNow(db, texts, 'others', choosing.now);
  return { ...chosen, recipients: chosen.reminders.length, parts, cost: costOfTexts(parts, textPrice), texting };
};

/** The progress of a batch of reminders; 404 `not_found`. */
export const showReminders = (db: Db, id: string): Promise<ReminderBatch> => driverReminders.progress(db, id);

/** Batches of reminders with the usernames of the staff who confirmed them. */
export const remindersSource = listSource(reminderList, driverReminders.repo.batchesSql, async (rows, db) => {
  const logins = await loginsOf(db, pluck(rows, 'created_by'));
  return rows.map(({ created_by, created_at, ...batch }) => ({
    ...batch,
    created_at: created_at.toISOString(),
    sent_by: logins.get(created_by) ?? '',
  }));
});
