import type { Db } from '#db/database.ts';
import type { RecurringJob } from '#domains/jobs';
import { deliverMessages, isDeliveryDue, type Services } from '#domains/messages';

const EVERY_MS = 5_000;

const DAY = 86_400_000;

type Log = { error: (what: object, text: string) => void };

/** Logs at most once a day, though messages are looked after every few seconds, that the day's texts are used up. */
export const sayCeiling = (log: Log, now: () => number = Date.now): ((perDay: number) => void) => {
  let said = -1;
  return (perDay) => {
    const day = Math.floor(now() / DAY);
    if (day === said) return;
    said = day;
    log.error({ perDay }, 'the text messages of the day are used up: further ones wait for tomorrow');
  };
};

/** Sends what waits in the outbox; no job where no service is set up. */
export const delivery = ({ db, now, ...services }: { db: Db; now: () => Date } & Services): RecurringJob[] =>
  services.mail || services.sms
    ? [
        {
          name: 'send messages',
          everyMs: EVERY_MS,
          isNeeded: () => isDeliveryDue(db, services, now()),
          run: () => deliverMessages(db, services, now()),
        },
      ]
    : [];
