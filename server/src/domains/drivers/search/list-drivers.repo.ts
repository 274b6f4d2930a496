import { MAX_SEARCH_MATCHES, type Page } from '@banbo/contract';
import { sql } from 'kysely';
import type { Db } from '#db/database.ts';
import { seekPage } from '#db/seek-page.ts';
import { SUMMARY, type SummaryRow } from '../drivers.repo.ts';
import type { Prefix, SearchField } from './search-prefixes.ts';

type Drivers = { rows: SummaryRow[]; count: number };

const TOTALS = { table: 'driver_totals', where: sql<boolean>`true` };

/** Current drivers, the newest first. Every page costs the same. */
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

/** A character that sorts behind every letter, digit and plus. */
const END = '~';

const allDrivers = (db: Db) => db.selectFrom('drivers');

/** A page of at most the first `MAX_SEARCH_MATCHES`, so that a search for one letter costs no more than that. */
const pageOfFirst = async (db: Db, matches: ReturnType<typeof allDrivers>, { page, size }: Page): Promise<Drivers> => {
  const offset = (page - 1) * size;
  const { count } = await db
    .selectFrom(matches.select('id').limit(MAX_SEARCH_MATCHES).as('matches'))
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow();
  const limit = Math.min(size, Number(count) - offset);
  const rows = limit <= 0 ? [] : await matches.select(SUMMARY).limit(limit).offset(offset).execute();
  return { rows, count: Number(count) };
};

/** Removed drivers, the last removed first; as many as a search finds. Older ones are found by a search. */
export const pageOfRemoved = (db: Db, page: Page): Promise<Drivers> =>
  pageOfFirst(
    db,
    allDrivers(db).where('removed_at', 'is not', null).orderBy('removed_at', 'desc').orderBy('id', 'desc'),
    page,
  );

type Search = { among: 'current' | 'removed'; prefixes: readonly [Prefix, ...Prefix[]] };

/**
 * The drivers whose fields begin with all the prefixes, in the order of the first one's field, up to a search's bound.
 */
export const searchDrivers = async (db: Db, { among, prefixes }: Search, page: Page): Promise<Drivers> => {
  const ranges: { field: SearchField; value: string }[] = [];
  for (const { field, value } of prefixes) {
    if (value === null) return { rows: [], count: 0 };
    ranges.push({ field, value });
  }
  const matches = allDrivers(db)
    .where('removed_at', among === 'current' ? 'is' : 'is not', null)
    .where((eb) => eb.and(ranges.flatMap(({ field, value }) => [eb(field, '>=', value), eb(field, '<', value + END)])))
    .orderBy(prefixes[0].field)
    // Current drivers never share a value, so only removed ones need the id.
    .$if(among === 'removed', (query) => query.orderBy('id'));
  return pageOfFirst(db, matches, page);
};
