import {
  type ArrearsAge,
  arrearsAgeLabel,
  formatMoney,
  fromPesewas,
  type ReminderPreview,
  today,
} from '@banbo/contract';
import type { Db, Tx } from '#db/database.ts';
import { audit } from '#domains/audit';
import { queueJob } from '#domains/jobs';
import { type Texting, textingNow } from '#domains/messages';
import type { Author } from '#lib/caller.ts';
import { Refusal } from '#lib/refusal.ts';
import type { AllDebts } from '../arrears/owed.ts';
import { type Chosen, chooseReminders, remindedAfter } from './choose-reminders.ts';
import { reminderJob } from './reminder-job.ts';
import {
  giveUpWaiting,
  insertBatch,
  insertReminders,
  lockBatches,
  nextBatchId,
  remindedSince,
} from './reminders.repo.ts';

/** Four decimals of a cedi are hundredths of a pesewa. */
const PER_PESEWA = 100n;

/** The cost of so many texts at a price in GHS, `0.035`, rounded up to the pesewa; null where the price is not known. */
export const costOfTexts = (parts: number, price: string | undefined): string | null => {
  if (price === undefined) return null;
  const [whole = '0', decimals = ''] = price.split('.');
  const hundredths = BigInt(parts) * BigInt(whole + decimals.padEnd(4, '0'));
  return fromPesewas((hundredths + PER_PESEWA - 1n) / PER_PESEWA);
};

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

/** The office's texts as the server is set up: whether they are sent, how many a day, and the price of one in GHS. */
export type OfficeTexts = Texting & { textPrice: string | undefined };

type Previewing = { all: AllDebts; linksTo: string | null; texts: OfficeTexts; now: Date };

/** Whom reminders would go to now, with their texts, parts and cost, and when texts go out. */
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
