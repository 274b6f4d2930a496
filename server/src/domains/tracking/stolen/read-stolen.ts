import {
  fullName,
  type ListQuery,
  type StolenLink,
  type StolenRecord,
  type StolenRow,
  stolenList,
} from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { type ListSource, listSource } from '#db/list/list-source.ts';
import type { StaffHolders } from '#domains/approvals';
import { historyOf } from '#domains/audit';
import { driversNamed, keptRecords, ownersById } from '#domains/drivers';
import { withIsoDates } from '#lib/iso-dates.ts';
import { pluck } from '#lib/values.ts';
import {
  countOpenLinks,
  type Declaration,
  declarationById,
  openingsOfLink,
  stolenLinksOf,
  stolenSql,
} from './stolen.repo.ts';
import { STOLEN_NOUN } from './stolen-changes.ts';

export type StaffNames = Pick<StaffHolders, 'named'>;

type Seen = StaffNames & { now: Date };

const present = async (rows: readonly Declaration[], db: Db, { named, now }: Seen): Promise<StolenRow[]> => {
  const kept = await keptRecords(db, pluck(rows, 'driver_id'));
  const drivers = await ownersById(db, [...kept.values()]);
  const people = await named(
    db,
    rows.flatMap(({ declared_by, ended_by }) => [declared_by, ended_by]),
  );
  const open = await countOpenLinks(db, pluck(rows, 'id'), now);
  return rows.map(withIsoDates).map(({ declared_by, ended_by, ...row }) => {
    const driver_id = kept.get(row.driver_id) ?? row.driver_id;
    const driver = drivers.get(driver_id);
    return {
      ...row,
      driver_id,
      driver_code: driver?.driver_code ?? '',
      fullname: driver ? fullName(driver) : '',
      car_number: driver?.car_number ?? '',
      declared_by: people.get(declared_by)?.fullname ?? '',
      ended_by: ended_by === null ? null : (people.get(ended_by)?.fullname ?? ''),
      open_links: open.get(row.id) ?? 0,
    };
  });
};

/** Declarations, the newest first; links are counted by the clock. */
export const stolenSource = (staff: StaffNames, now: () => Date): ListSource<ListQuery<typeof stolenList>, StolenRow> =>
  listSource(stolenList, stolenSql(driversNamed), (rows, db) => present(rows, db, { ...staff, now: now() }));

/** A declaration with its links and steps; null where there is none. */
export const showStolenCar = async (
  db: Db,
  { id, now }: { id: string; now: Date },
  staff: StaffNames,
): Promise<StolenRecord | null> => {
  const declared = await declarationById(db, id);
  const [row] = declared ? await present([declared], db, { ...staff, now }) : [];
  if (!row) return null;
  const found = await stolenLinksOf(db, id);
  const people = await staff.named(db, pluck(found, 'made_by'));
  const links: StolenLink[] = [];
  for (const { made_by, closed_at, ends_at, made_at, ...link } of found) {
    links.push({
      ...{ id: link.id, made_for: link.made_for, made_by: people.get(made_by)?.fullname ?? '' },
      ...{
        made_at: made_at.toISOString(),
        ends_at: ends_at.toISOString(),
        closed_at: closed_at?.toISOString() ?? null,
      },
      is_open: closed_at === null && ends_at > now,
      openings: (await openingsOfLink(db, link.id)).map(withIsoDates),
    });
  }
  return { ...row, links, history: (await historyOf(db, { kind: STOLEN_NOUN, id })).map(withIsoDates) };
};
