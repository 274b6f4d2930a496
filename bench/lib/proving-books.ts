import { openPool } from '../../server/src/db/connection/open-postgres.ts';
import { checkBooksNow } from '../../server/src/domains/reports/index.ts';

/** Proves the books of a database, alone in its process, and tells its peak of memory. */
const seconds: Record<string, number> = {};
const { db, close } = openPool(JSON.parse(process.argv[2] ?? '{}'));
const before = process.resourceUsage().maxRSS / 1024;
const begun = performance.now();
let at = begun;
const check = await checkBooksNow(
  db,
  () => new Date(),
  ({ of }) => {
    seconds[of] = (seconds[of] ?? 0) + (performance.now() - at) / 1000;
    at = performance.now();
  },
);
const whole = (performance.now() - begun) / 1000;
process.send?.({
  ...{ postings: Number(check.postings), differences: check.difference_count, seconds, whole },
  ...{ before, most: process.resourceUsage().maxRSS / 1024 },
});
await close();
