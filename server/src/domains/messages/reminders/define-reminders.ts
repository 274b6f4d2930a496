import { type AuditAction, addDays, formatMoney, fromPesewas, type Permission, today } from '@banbo/contract';
import { z } from 'zod';
import type { Db, Tx } from '#db/database.ts';
import { audit } from '#domains/audit';
import { defineJob, jobProgress, queueJob } from '#domains/jobs';
import type { Author } from '#lib/caller.ts';
import { Refusal } from '#lib/refusal.ts';
import { queueSms } from '../outbox/queue-message.ts';
import {
  type NewReminder,
  type ReminderTables,
  reminderRepo,
  type SettledReminder,
  type WaitingReminder,
} from './reminder-tables.repo.ts';

/** A chunk takes some tenths of a second. */
const CHUNK = 50;

/** Prices have four decimals: hundredths of a pesewa. */
const PER_PESEWA = 100n;

/** The cost of texts at a price in GHS, rounded up to the pesewa; null without a price. */
export const costOfTexts = (parts: number, price: string | undefined): string | null => {
  if (price === undefined) return null;
  const [whole = '0', decimals = ''] = price.split('.');
  const hundredths = BigInt(parts) * BigInt(whole + decimals.padEnd(4, '0'));
  return fromPesewas((hundredths + PER_PESEWA - 1n) / PER_PESEWA);
};

/** The present text of a reminder and the number that it goes to. */
export type ReminderTo = { to: string; text: string };

type Now = { linksTo: string | null; now: Date };

type Definition<Age extends string> = {
  tables: ReminderTables;
  job: string;
  needs: Permission;
  /** Days in which nobody is reminded again. */
  restDays: number;
  /** Hours after which a text that did not go out is sent no more. */
  hours: number;
  action: AuditAction;
  /** Names the batch in the audit log, by the age of the debts. */
  kind: string;
  ageLabel: (age: Age) => string;
  /** The reminders of these by their present debts; those who owe nothing now are left out. */
  textsFor: (tx: Tx, ids: readonly string[], now: Now) => Promise<ReadonlyMap<string, ReminderTo>>;
  /** Refuses with 409 where those to be reminded have changed. */
  changed: string;
};

type Confirmed<Age> = { age: Age; recipients: number; parts: number };
type Acting = Now & { by: Author; price: string | undefined };

/**
 * Defines reminders by text message: staff confirm what a preview showed, and a job queues the
 * texts of those who still owe it. Nobody is reminded twice within some days.
 */
export const defineReminders = <Age extends string>(definition: Definition<Age>) => {
  const { tables, restDays, hours, textsFor } = definition;
  const repo = reminderRepo<Age>(tables);
  const changed = (): Refusal => new Refusal('conflict', definition.changed);

  const settle = async (tx: Tx, reminders: readonly WaitingReminder[], at: Now): Promise<void> => {
    const ids = reminders.map(({ subject_id }) => subject_id);
    const current = await textsFor(tx, ids, at);
    const settled: SettledReminder[] = [];
    for (const { id, subject_id, body } of reminders) {
      const one = current.get(subject_id);
      if (one?.text === body) {
        await queueSms(tx, { to: one.to, text: body, hours, canWait: true }, at.now);
        settled.push({ id, status: 'queued', status_reason: null });
      } else {
        const reason = one
          ? 'The amount due, the text or our accounts have changed.'
          : 'Paid, claimed or removed since.';
        settled.push({ id, status: 'skipped', status_reason: reason });
      }
    }
    await repo.settle(tx, settled, today(at.now));
  };

  /** Those reminded after this day are not reminded again. */
  const remindedAfter = (now: Date): string => addDays(today(now), -restDays);

  /** Queues reminders of those who still owe what staff confirmed; texts show `linksTo`. */
  const job = (linksTo: string | null) =>
    defineJob({
      name: definition.job,
      needs: definition.needs,
      input: z.object({ batch_id: z.string() }),
      position: z.object({ after: z.string(), done: z.number() }),
      chunk: async (tx, { input, position, now }) => {
        const { after, done } = position ?? { after: '0', done: 0 };
        const reminders = await repo.nextWaiting(tx, { batchId: input.batch_id, after, limit: CHUNK });
        if (reminders.length > 0) await settle(tx, reminders, { linksTo, now });
        const last = reminders.at(-1);
        const settled = done + reminders.length;
        return { next: last ? { after: last.id, done: settled } : null, done: settled };
      },
    });

  return {
    repo,
    remindedAfter,
    job,

    /**
     * Stores the chosen reminders as a batch, queues its job, and gives its id. Refused with 409
     * `conflict` if they are not what staff confirmed, or another person sent some meanwhile.
     */
    send: async (
      tx: Tx,
      chosen: readonly NewReminder[],
      { age, recipients, parts }: Confirmed<Age>,
      { by, linksTo, price, now }: Acting,
    ): Promise<string> => {
      if (chosen.length !== recipients || partsOfTexts(chosen) !== parts) throw changed();
      await repo.lockBatches(tx);
      const ids = chosen.map(({ subject_id }) => subject_id);
      // Before the check: a job that is retried now has either sent them or finds them skipped.
      await repo.giveUpWaiting(tx, ids, remindedAfter(now));
      if ((await repo.remindedSince(tx, remindedAfter(now), ids)).size > 0) throw changed();
      const id = await repo.nextBatchId(tx);
      const job_id = await queueJob(tx, job(linksTo), { batch_id: id }, { by, now });
      const cost = costOfTexts(parts, price);
      const batch = { age, recipients, parts, cost, job_id, created_by: by.accountId, created_at: now };
      await repo.insertBatch(tx, id, batch, { given: chosen, day: today(now) });
      const after = { recipients, texts: parts, cost: cost && formatMoney(cost) };
      const subject = { kind: definition.kind, id, name: definition.ageLabel(age) };
      await audit(tx, by, { action: definition.action, subject, after }, now);
      return id;
    },

    /** The progress of a batch; 404 `not_found`. */
    progress: async (db: Db, id: string) => {
      const batch = await repo.findBatch(db, id);
      if (!batch) throw new Refusal('not_found', 'There are no such reminders.');
      const { age, recipients, parts, cost, created_at, job_id } = batch;
      const progress = await jobProgress(db, job_id);
      return {
        ...{ id, age: age as Age, recipients, parts, cost, created_at: created_at.toISOString() },
        ...(await repo.countReminders(db, id)),
        failure: progress?.status === 'failed' || progress?.status === 'waiting' ? progress.failure : '',
      };
    },
  };
};

export const partsOfTexts = (reminders: readonly { parts: number }[]): number =>
  reminders.reduce((sum, { parts }) => sum + parts, 0);

/** The answer once reminders are confirmed. */
export const remindersWritten = (recipients: number): string =>
  recipients === 1
    ? '1 reminder is written. It goes out when texts may be sent.'
    : `${recipients} reminders are written. They go out when texts may be sent.`;
