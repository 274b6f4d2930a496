import type { Db } from '#db/database.ts';
import type { RecurringJob } from '#domains/jobs';
import {
  deliverMessages,
  hasHeldWelcomes,
  heldWelcomes,
  isDeliveryDue,
  releaseWelcomes,
  type Services,
} from '#domains/messages';
import { driversWithPayments } from '#domains/payments';
import { pluck } from '#lib/values.ts';

const EVERY_MS = 5_000;

const DAY = 86_400_000;

type Log = { error: (what: object, text: string) => void };

/** Logs at most once a day that the day's texts are used up. */
export const logCeilingDaily = (log: Log, now: () => number = Date.now): ((perDay: number) => void) => {
  let said = -1;
  return (perDay) => {
    const day = Math.floor(now() / DAY);
    if (day === said) return;
    said = day;
    log.error(
      { perDay },
      'the text messages of the day, or those of a share, are used up: further ones wait for tomorrow',
    );
  };
};

/** Held welcomes per statement. */
const CHUNK = 1_000;

/** Releases welcomes of drivers with a payment, which made-up drivers seldom have. */
export const releaseWelcomesOfPayers = async (db: Db): Promise<void> => {
  for (let after = '0'; ; ) {
    const welcomes = await heldWelcomes(db, { after, limit: CHUNK });
    const payers = new Set(await driversWithPayments(db, pluck(welcomes, 'driverId')));
    const due = welcomes.filter(({ driverId }) => payers.has(driverId)).map(({ id }) => id);
    if (due.length > 0) await releaseWelcomes(db, due);
    after = welcomes.at(-1)?.id ?? after;
    if (welcomes.length < CHUNK) return;
  }
};

/** Sends waiting messages and releases held welcomes; no job without a service. */
export const delivery = ({ db, now, ...services }: { db: Db; now: () => Date } & Services): RecurringJob[] =>
  services.mail || services.sms
    ? [
        {
          name: 'send messages',
          everyMs: EVERY_MS,
          isNeeded: () => isDeliveryDue(db, services, now()),
          run: (ending) => deliverMessages(db, services, now(), ending),
        },
        {
          name: 'release welcomes',
          everyMs: 2 * EVERY_MS,
          isNeeded: () => hasHeldWelcomes(db),
          run: () => releaseWelcomesOfPayers(db),
        },
      ]
    : [];
