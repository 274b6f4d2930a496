import type { Db } from '#db/database.ts';
import { firstRegistrationYear } from '#domains/drivers';
import type { RecurringJob } from '#domains/jobs';
import { missingPrices } from '#domains/prices';

const DAY = 86_400_000;

type Deps = { db: Db; now: () => Date; warn: (message: string) => void };

/** Warns once a day while drivers' fees lack prices: without them nothing is due. */
export const priceWatch = ({ db, now, warn }: Deps): RecurringJob => ({
  name: 'watch prices',
  everyMs: DAY,
  run: async () => {
    for (const { year, descriptions } of await missingPrices(db, now(), await firstRegistrationYear(db)))
      warn(
        `No price is set for ${year}: ${descriptions.join(', ')}. Until one is, what the list prices is not due for it.`,
      );
  },
});
