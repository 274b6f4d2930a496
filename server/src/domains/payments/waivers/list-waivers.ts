import { fromPesewas, fullName, toPesewas, WAIVER_KINDS, type Waiver, waiverList } from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { listSource } from '#db/list/list-source.ts';
import { rangedTotals } from '#db/totals/read-totals.ts';
import { driversNamed, ownersById } from '#domains/drivers';
import { staffDirectory } from '#domains/identity';
import { pluck } from '#lib/values.ts';
import { forgivenSum } from '../forgiving/forgiven.repo.ts';
import { describeTypes, presentFee } from '../standing/due-fees.ts';
import { type WaiverRow, waiversSql } from './waivers.repo.ts';

const nameIn = (staff: ReadonlyMap<string | null, { fullname: string }>, id: string | null): string | null =>
  id === null ? null : (staff.get(id)?.fullname ?? '');

const presentRows = async (rows: readonly WaiverRow[], db: Db): Promise<Waiver[]> => {
  const drivers = await ownersById(
    db,
    pluck(rows, 'driver_id').filter((id) => id !== null),
  );
  const staff = await staffDirectory.named(
    db,
    rows.flatMap(({ asked_by, approved_by }) => [asked_by, approved_by]),
  );
  const describe = await describeTypes(db);
  return rows.map((row) => {
    const { type_code, credit_used, given_up, driver_id } = row;
    const driver = driver_id === null ? undefined : drivers.get(driver_id);
    const fee = presentFee({ ...row, type_code: type_code ?? '' }, row.subject ?? describe(type_code ?? ''));
    return {
      id: row.id,
      kind: row.kind,
      waived_on: row.given_up_on,
      driver_id,
      driver_code: driver?.driver_code ?? '',
      fullname: driver ? fullName(driver) : '',
      car_number: driver?.car_number ?? '',
      tenancy_id: row.tenancy_id,
      ...{ ...fee, payment_type: type_code },
      price: credit_used === null ? null : fromPesewas(toPesewas(credit_used) + toPesewas(given_up ?? '0.00')),
      waived: given_up,
      credit_used,
      reason: row.reason,
      asked_by: nameIn(staff, row.asked_by),
      approved_by: nameIn(staff, row.approved_by),
      status: row.status,
      status_reason: row.status_reason,
    };
  });
};

/** The list of waivers; the names of people are those of their accounts now. */
export const waiversSource = listSource(waiverList, waiversSql({ driversNamed }), (rows, db) => presentRows(rows, db));

type Days = { from?: string | undefined; to?: string | undefined };

const rangeOf = ({ from, to }: Days) =>
  from === undefined && to === undefined
    ? ({ name: 'all', grain: 'month', first: '0001-01', last: '9999-12' } as const)
    : ({ name: 'days', grain: 'day', first: from ?? '0001-01-01', last: to ?? '9999-12-31' } as const);

/**
 * Sums up what was given up on the days and not taken back: waivers by kind and by people or the
 * server, and other changes.
 */
export const waiverFigures = async (db: Db, days: Days) => {
  const measures = { people: 'waived:people', server: 'waived:server' } as const;
  const totals = await rangedTotals(db, {
    measures: Object.values(measures),
    keys: WAIVER_KINDS,
    ranges: [rangeOf(days)],
  });
  const { count, amount } = await forgivenSum(db, days);
  const others = count === 0 ? [] : [{ kind: 'forgiven' as const, by: 'people' as const, count, amount }];
  const waivers = WAIVER_KINDS.flatMap((kind) =>
    (['people', 'server'] as const).flatMap((by) => {
      const own = totals.find(({ key, measure }) => key === kind && measure === measures[by]);
      return own ? [{ kind, by, count: own.count, amount: own.amount }] : [];
    }),
  );
  return [...waivers, ...others];
};
