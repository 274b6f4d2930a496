import { MAX_SEARCH_MATCHES, type Page } from '@banbo/contract';
import { sql } from 'kysely';
import type { Db } from '#db/database.ts';
import { seekPage } from '#db/seek-page.ts';
import { SUMMARY, type SummaryRow } from './drivers.repo.ts';
import type { Prefix, SearchField } from './search-prefixes.ts';

type Drivers = { rows: SummaryRow[]; count: number };

const TOTALS = { table: 'driver_totals', where: sql<boolean>`true` };

/** Current drivers, the newest first. A page costs the same wherever it is. */
export const pageOfDrivers = async (db: Db, page: Page): Promise<Drivers> => {
  const { count, start } = await seekPage(db, TOTALS, page);
  if (!start) return { rows: [], count };
  const rows = await db
    .selectFrom('drivers')
    .select(SUMMARY)
    .where('removed_at', 'is', null)
    .$if(start.day !== null, (query) => query.where('registered_on', '<=', start.day))
    .orderBy('registered_on', 'desc')
    .orderBy('id', 'desc')
    .limit(page.size)
    .offset(start.skip)
    .execute();
  return { rows, count };
};

/** Sorts behind every letter, digit and plus. */
const END = '~';

/**
 * Current drivers whose fields begin with all the prefixes, in the order of the first one's field. At most
 * `MAX_SEARCH_MATCHES` are counted and shown, so that a search for one letter costs no more than that.
 */
export const searchDrivers = async (
  db: Db,
  prefixes: readonly [Prefix, ...Prefix[]],
  { page, size }: Page,
): Promise<Drivers> => {
  const ranges: { field: SearchField; value: string }[] = [];
  for (const { field, value } of prefixes) {
    if (value === null) return { rows: [], count: 0 };
    ranges.push({ field, value });
  }
  const matches = db
    .selectFrom('drivers')
    .where('removed_at', 'is', null)
    .where((eb) => eb.and(ranges.flatMap(({ field, value }) => [eb(field, '>=', value), eb(field, '<', value + END)])))
    // No two current drivers have the same.
    .orderBy(prefixes[0].field);
  const offset = (page - 1) * size;
  const { count } = await db
    .selectFrom(matches.select('id').limit(MAX_SEARCH_MATCHES).as('matches'))
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow();
  const limit = Math.min(size, Number(count) - offset);
  const rows = limit <= 0 ? [] : await matches.select(SUMMARY).limit(limit).offset(offset).execute();
  return { rows, count: Number(count) };
};
