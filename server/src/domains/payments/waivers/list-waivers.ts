import { fromPesewas, fullName, toPesewas, WAIVER_KINDS, type Waiver, waiverList } from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { listSource } from '#db/list/list-source.ts';
import { rangedTotals } from '#db/totals/read-totals.ts';
import { driversNamed, ownersById } from '#domains/drivers';
import { staffDirectory } from '#domains/identity';
import { pluck } from '#lib/values.ts';
import { describeTypes, presentFee } from '../standing/due-fees.ts';
import { type WaiverRow, waiversSql } from './waivers.repo.ts';

const presentRows = async (rows: readonly WaiverRow[], db: Db): Promise<Waiver[]> => {
  const drivers = await ownersById(db, pluck(rows, 'driver_id'));
  const staff = await staffDirectory.named(
    db,
    rows.flatMap(({ asked_by, used_by }) => [asked_by, used_by]),
  );
  const describe = await describeTypes(db);
  return rows.map((row) => {
    const driver = drivers.get(row.driver_id);
    if (!driver || row.waived_as === null) throw new Error(`The use of credit ${row.id} waives nothing of a driver`);
    return {
      id: row.id,
      kind: row.waived_as,
      waived_on: row.used_on,
      driver_id: row.driver_id,
      driver_code: driver.driver_code,
      fullname: fullName(driver),
      car_number: driver.car_number,
      ...presentFee(row, describe(row.type_code)),
      price: fromPesewas(toPesewas(row.amount) + toPesewas(row.waived)),
      waived: row.waived,
      credit_used: row.amount,
      reason: row.waiver_reason,
      asked_by: row.asked_by === null ? null : (staff.get(row.asked_by)?.fullname ?? ''),
      approved_by: row.used_by === null ? null : (staff.get(row.used_by)?.fullname ?? ''),
      status: row.status,
      status_reason: row.status_reason,
    };
  });
};

/** The waivers and write-offs; the names of people are those of their accounts now. */
export const waiversSource = listSource(waiverList, waiversSql({ driversNamed }), (rows, db) => presentRows(rows, db));

type Days = { from?: string | undefined; to?: string | undefined };

const rangeOf = ({ from, to }: Days) =>
  from === undefined && to === undefined
    ? ({ name: 'all', grain: 'month', first: '0001-01', last: '9999-12' } as const)
    : ({ name: 'days', grain: 'day', first: from ?? '0001-01-01', last: to ?? '9999-12-31' } as const);

/** Sums up the days' waivers that were not taken back, by kind and by people or the server. */
export const waiverFigures = async (db: Db, days: Days) => {
  const measures = { people: 'waived:people', server: 'waived:server' } as const;
  const totals = await rangedTotals(db, {
    measures: Object.values(measures),
    keys: WAIVER_KINDS,
    ranges: [rangeOf(days)],
  });
  return WAIVER_KINDS.flatMap((kind) =>
    (['people', 'server'] as const).flatMap((by) => {
      const own = totals.find(({ key, measure }) => key === kind && measure === measures[by]);
      return own ? [{ kind, by, count: own.count, amount: own.amount }] : [];
    }),
  );
};
