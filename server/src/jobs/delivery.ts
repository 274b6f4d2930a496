import type { Db } from '#db/database.ts';
import { deliverMessages, type Services } from '#domains/messages';
import type { Job } from './schedule.ts';

const EVERY_MS = 5_000;

/** Sends what waits in the outbox; no job where no service is set up. Each may run on several servers at once. */
export const delivery = ({ db, now, ...services }: { db: Db; now: () => Date } & Services): Job[] =>
  services.mail || services.sms
    ? [{ name: 'send messages', everyMs: EVERY_MS, run: () => deliverMessages(db, services, now()) }]
    : [];
