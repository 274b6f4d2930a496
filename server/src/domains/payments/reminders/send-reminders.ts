import {
  type ArrearsAge,
  arrearsAgeLabel,
  formatMoney,
  fromPesewas,
  REMINDER_HOURS,
  type ReminderPreview,
  today,
} from '@banbo/contract';
import { z } from 'zod';
import type { Db, Tx } from '#db/database.ts';
import { audit } from '#domains/audit';
import { defineJob, queueJob } from '#domains/jobs';
import { queueSms, type Texting, textingNow } from '#domains/messages';
import type { Author } from '#lib/caller.ts';
import { Refusal } from '#lib/refusal.ts';
import type { AllDebts } from '../arrears/owed.ts';
import { type Chosen, chooseReminders, remindedAfter, remindersFor } from './choose-reminders.ts';
import {
  giveUpWaiting,
  insertBatch,
  insertReminders,
  lockBatches,
  nextBatchId,
  nextWaiting,
  remindedSince,
  settleReminders,
  type WaitingReminder,
} from './reminders.repo.ts';

/** A chunk takes some tenths of a second. */
const CHUNK = 50;

const settle = async (
  tx: Tx,
  reminders: readonly WaitingReminder[],
  { linksTo, now }: { linksTo: string | null; now: Date },
): Promise<void> => {
  const drivers = reminders.map(({ driver_id }) => driver_id);
  const current = new Map((await remindersFor(tx, drivers, { linksTo, now })).map((one) => [one.driver.id, one]));
  const settled: Parameters<typeof settleReminders>[1][number][] = [];
  for (const { id, driver_id, body } of reminders) {
    const one = current.get(driver_id);
    if (one?.text === body) {
      await queueSms(tx, { to: one.driver.mobile_number, text: body, hours: REMINDER_HOURS, canWait: true }, now);
      settled.push({ id, status: 'queued', status_reason: null });
    } else {
      const reason = one ? 'The amount due has changed, or the text was edited.' : 'Paid, claimed or removed since.';
      settled.push({ id, status: 'skipped', status_reason: reason });
    }
  }
  await settleReminders(tx, settled, today(now));
};

/** Queues reminders of drivers who still owe what staff confirmed; texts show `linksTo`. */
export const reminderJob = (linksTo: string | null) =>
  defineJob({
    name: 'send reminders',
    needs: 'payments.clear',
    input: z.object({ batch_id: z.string() }),
    position: z.object({ after: z.string(), done: z.number() }),
    chunk: async (tx, { input, position, now }) => {
      const { after, done } = position ?? { after: '0', done: 0 };
      const reminders = await nextWaiting(tx, { batchId: input.batch_id, after, limit: CHUNK });
      if (reminders.length > 0) await settle(tx, reminders, { linksTo, now });
      const last = reminders.at(-1);
      const settled = done + reminders.length;
      return { next: last ? { after: last.id, done: settled } : null, done: settled };
    },
  });

/** Prices have four decimals: hundredths of a pesewa. */
const PER_PESEWA = 100n;

/** The cost of texts at a price in GHS, rounded up to the pesewa; null without a price. */
export const costOfTexts = (parts: number, price: string | undefined): string | null => {
  if (price === undefined) return null;
  const [whole = '0', decimals = ''] = price.split('.');
  const hundredths = BigInt(parts) * BigInt(whole + decimals.padEnd(4, '0'));
  return fromPesewas((hundredths + PER_PESEWA - 1n) / PER_PESEWA);
};

type Confirmed = { age: Exclude<ArrearsAge, 'fees'>; recipients: number; parts: number };
type Acting = { by: Author; linksTo: string | null; price: string | undefined; now: Date };

const changed = (): Refusal =>
  new Refusal('conflict', 'The drivers to be reminded have changed. Please look at the reminders again.');

export const partsOf = ({ reminders }: Pick<Chosen, 'reminders'>): number =>
  reminders.reduce((sum, { parts }) => sum + parts, 0);

/**
 * Stores the chosen reminders as a batch, queues its job, and gives its id. Refused with 409
 * `conflict` if they are not what staff confirmed, or another person sent some of them meanwhile.
 */
export const sendReminders = async (
  tx: Tx,
  chosen: Chosen,
  { age, recipients, parts }: Confirmed,
  { by, linksTo, price, now }: Acting,
): Promise<string> => {
  if (chosen.reminders.length !== recipients || partsOf(chosen) !== parts) throw changed();
  await lockBatches(tx);
  const drivers = chosen.reminders.map(({ driver_id }) => driver_id);
  // Before the check: a job that is retried now has either sent them or finds them skipped.
  await giveUpWaiting(tx, drivers, remindedAfter(now));
  if ((await remindedSince(tx, remindedAfter(now), drivers)).size > 0) throw changed();
  const id = await nextBatchId(tx);
  const job_id = await queueJob(tx, reminderJob(linksTo), { batch_id: id }, { by, now });
  const cost = costOfTexts(parts, price);
  await insertBatch(tx, id, { age, recipients, parts, cost, job_id, created_by: by.accountId, created_at: now });
  const reminders = chosen.reminders.map(({ driver_id, text, parts: of }) => ({ driver_id, body: text, parts: of }));
  await insertReminders(tx, id, reminders, today(now));
  const after = { recipients, texts: parts, cost: cost && formatMoney(cost) };
  const subject = { kind: 'reminders', id, name: arrearsAgeLabel(age) };
  await audit(tx, by, { action: 'reminders.send', subject, after }, now);
  return id;
};

/** The server's settings for texts, with their price in GHS. */
export type OfficeTexts = Texting & { textPrice: string | undefined };

type Previewing = { all: AllDebts; linksTo: string | null; texts: OfficeTexts; now: Date };

/** Previews reminders with their texts, parts and cost, and when they would be sent. */
export const previewReminders = async (
  db: Db,
  age: Exclude<ArrearsAge, 'fees'>,
  { all, linksTo, texts: { textPrice, ...texts }, now }: Previewing,
): Promise<ReminderPreview> => {
  const chosen = await chooseReminders(db, age, { all, linksTo }, now);
  const parts = partsOf(chosen);
  const texting = await textingNow(db, texts, 'others', now);
  return { ...chosen, recipients: chosen.reminders.length, parts, cost: costOfTexts(parts, textPrice), texting };
};
