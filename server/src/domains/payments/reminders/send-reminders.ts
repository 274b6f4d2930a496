import { type ArrearsAge, arrearsAgeLabel, formatMoney, today } from '@banbo/contract';
import type { Tx } from '#db/database.ts';
import { audit } from '#domains/audit';
import { queueJob } from '#domains/jobs';
import type { Author } from '#lib/caller.ts';
import { Refusal } from '#lib/refusal.ts';
import { type Chosen, remindedAfter } from './choose-reminders.ts';
import { reminderJob } from './reminder-job.ts';
import {
  giveUpWaiting,
  insertBatch,
  insertReminders,
  lockBatches,
  nextBatchId,
  remindedSince,
} from './reminders.repo.ts';
import { costOfTexts } from './text-price.ts';

type Confirmed = { age: Exclude<ArrearsAge, 'fees'>; recipients: number; parts: number };
type Acting = { by: Author; linksTo: string | null; price: string | undefined; now: Date };

const changed = (): Refusal =>
  new Refusal('conflict', 'Who is to be reminded has changed since. Please look at the reminders again.');

/** The parts of all texts. */
export const partsOf = ({ reminders }: Pick<Chosen, 'reminders'>): number =>
  reminders.reduce((sum, { parts }) => sum + parts, 0);

/**
 * Stores the reminders that were chosen just now as a batch and queues the job that sends them; gives its id. Refused with 409
 * `conflict` where they are not what staff confirmed, also where somebody else sent some of them meanwhile.
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
  // Before the look, so that a job which is tried again at this moment has either sent them or finds them given up.
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
