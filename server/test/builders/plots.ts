import type { Insertable } from 'kysely';
import type { Db, Tables } from '../../src/db/database.ts';
import type { StoredTables } from '../../src/db/tables.ts';
import { buildUser } from './identity.ts';

/** A rectangle beside Accra as a plan's text in metres, `east` and `north` of a fixed corner. */
export const planOf = (east: number, north: number, width = 30, height = 20): string =>
  [
    ['A', 0, 0],
    ['B', width, 0],
    ['C', width, height],
    ['D', 0, height],
  ]
    .map(
      ([name, x, y]) =>
        `${name} ${(364_346 + east + Number(x)).toFixed(2)} ${(103_339 + north + Number(y)).toFixed(2)}`,
    )
    .join('\n');

/** The same as it is sent, with its grid and order chosen. */
export const boundaryOf = (...place: Parameters<typeof planOf>) => ({
  ...{ plan_text: planOf(...place), grid: 'ghana_metres', order: 'east_north' },
});

type On = { db: Db; clock: { now: Date } };
type Given<Table extends keyof StoredTables> = Partial<Insertable<Tables[Table]>> & { plot_id: string };

/** An open caveat of the high court, by a new member of staff unless told otherwise. */
export const buildCaveat = async (it: On, given: Given<'plot_caveats'>): Promise<string> => {
  const placed_by = given.placed_by ?? (await buildUser(it)).id;
  const caveat = {
    kind: 'caveat',
    suit_number: 'LD/0123/2021',
    about: 'Two families claim it.',
    placed_on: '2021-03-04',
    ...given,
    placed_by,
  } as const;
  return (await it.db.insertInto('plot_caveats').values(caveat).returning('id').executeTakeFirstOrThrow()).id;
};

let number = 0;

/** An application for a plot in some state that is not decided by an approval. */
export const buildApplicationFor = async (it: On, given: Given<'land_applications'>): Promise<string> => {
  number += 1;
  const application = {
    number: `LA2026-8${String(number).padStart(3, '0')}`,
    kind: 'new_purchase',
    status: 'lodged',
    fee: '500.00',
    terms: '{}',
    entered_at: it.clock.now,
    lodged_at: it.clock.now,
    due_on: '2026-12-20',
    decided_at: it.clock.now,
    ...given,
    entered_by: given.entered_by ?? (await buildUser(it)).id,
  } as const;
  return (await it.db.insertInto('land_applications').values(application).returning('id').executeTakeFirstOrThrow()).id;
};
