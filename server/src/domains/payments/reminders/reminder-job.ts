import { REMINDER_HOURS, today } from '@banbo/contract';
import { z } from 'zod';
import type { Tx } from '#db/database.ts';
import { defineJob } from '#domains/jobs';
import { queueSms } from '#domains/messages';
import { remindersFor } from './choose-reminders.ts';
import { nextWaiting, settleReminders, type WaitingReminder } from './reminders.repo.ts';

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
      const reason = one ? 'Another sum is due by now, or its words were changed.' : 'Paid, claimed or removed since.';
      settled.push({ id, status: 'skipped', status_reason: reason });
    }
  }
  await settleReminders(tx, settled, today(now));
};

/**
 * Puts a batch's reminders into the outbox, each only where the driver still owes exactly what staff have read. `linksTo` is
 * the address that the texts name.
 */
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
      const reached = done + reminders.length;
      return { next: last ? { after: last.id, done: reached } : null, done: reached };
    },
  });
