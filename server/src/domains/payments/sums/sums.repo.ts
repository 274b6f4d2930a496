import {
  FEES,
  type LandGrouping,
  PAYMENT_MODES,
  type PayerSide,
  type PaymentMode,
  type SummedKind,
} from '@banbo/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#db/database.ts';
import type { Listed, ListRows } from '#db/list/list-sql.ts';
import { type DayRange, daysIn } from '#db/list/seek-page.ts';
import { type Grain, partsBetween, totalParts } from '#db/totals/read-totals.ts';
import { bookedMeasure, measureOf } from '../payments.repo.ts';

/**
 * Sums of a group by the books; `id` is its day, month or mode. `amount` is what was received less
 * what was reversed.
 */
export type SumsRow = {
  id: string;
  count: number;
  reversed_count: number;
  reversed: string;
  amount: string;
  waiting_count: number;
  waiting: string;
};

export type ModeSumRow = SumsRow & { place: number };

type Measures = readonly [received: string, returned: string, waiting: string];

const OF_MODE = (mode?: PaymentMode, side: PayerSide = 'drivers'): Measures => [
  bookedMeasure('received', mode, side),
  bookedMeasure('returned', mode, side),
  measureOf('submitted', mode, side),
];

/** The sums of parts whose measures are these, or theirs of any mode. */
const sumsOf = (measures: Measures) => {
  const [received, returned, waiting] = measures.map((name) => sql`starts_with(measure, ${sql.lit(name)})`);
  const count = (which: unknown) => sql`coalesce(sum(count) FILTER (WHERE ${which}), 0)::integer`;
  const amount = (which: unknown) => sql`coalesce(sum(amount) FILTER (WHERE ${which}), 0)::numeric(20, 2)`;
  return sql`
    ${count(received)} AS count, ${count(returned)} AS reversed_count, -${amount(returned)} AS reversed,
    ${amount(sql`${received} OR ${returned}`)} AS amount,
    ${count(waiting)} AS waiting_count, ${amount(waiting)} AS waiting`;
};
const SUMS = sumsOf(OF_MODE());

const partsOf = (kind: SummedKind, measures: readonly [string, ...string[]], grain: Grain) =>
  totalParts({ measures, key: kind === 'all' ? undefined : FEES[kind].type }, grain);

type OfDays = DayRange & { kind: SummedKind; mode?: PaymentMode | undefined };

/** Each day of the range that has payments, of a mode where one is given. */
export const sumsByDay = ({ kind, mode, ...range }: OfDays): RawBuilder<SumsRow> => sql<SumsRow>`
  SELECT period AS id, ${SUMS}
  FROM (${partsOf(kind, OF_MODE(mode), 'day')}) AS parts WHERE ${daysIn(range)} GROUP BY period
  HAVING sum(count) <> 0`;

/** Each month of the year, those without payments too. */
export const sumsByMonth = ({ kind, year }: { kind: SummedKind; year: string }): RawBuilder<SumsRow> => sql<SumsRow>`
  SELECT months.id, ${SUMS}
  FROM (SELECT ${year} || '-' || lpad(n::text, 2, '0') AS id FROM generate_series(1, 12) AS n) AS months
  LEFT JOIN (${partsOf(kind, OF_MODE(), 'month')}) AS parts ON parts.period = months.id COLLATE "C" GROUP BY months.id`;

const MODE_MEASURES = PAYMENT_MODES.flatMap((mode) => OF_MODE(mode));

/** Each mode in the order of forms, also without payments. */
export const sumsByMode = ({ kind, ...range }: DayRange & { kind: SummedKind }): RawBuilder<ModeSumRow> => {
  const modes = sql.join(PAYMENT_MODES.map((mode, place) => sql`(${sql.lit(mode)}, ${sql.lit(place)})`));
  const isWhole = !range.from && !range.to;
  const parts = partsOf(kind, MODE_MEASURES as [string, ...string[]], isWhole ? 'all' : 'day');
  return sql<ModeSumRow>`
    SELECT modes.id, place, ${SUMS}
    FROM (VALUES ${modes}) AS modes (id, place)
    LEFT JOIN (SELECT * FROM (${parts}) AS counted WHERE ${isWhole ? sql`true` : daysIn(range)}) AS parts
      ON parts.measure LIKE '%:' || modes.id
    GROUP BY modes.id, place`;
};

/** The totals of the land side by code and zone, 0 for payments that are for no plot. */
const OF_ZONES: Measures = ['land-zone:received', 'land-zone:returned', 'land-zone:submitted'];

/** Sums of land: `name` is the code, the mode, the month or the zone. */
export type LandSumRow = SumsRow & { name: string; payment_type: string | null };

type OfLand = { by: LandGrouping; payment_type?: string | undefined; from: string; to: string };

const MODE_OF = sql`split_part(measure, ':', 3)`;
const PLACES = sql.join(
  PAYMENT_MODES.map((mode, place) => sql`WHEN ${sql.lit(mode)} THEN ${sql.lit(place)}`),
  sql` `,
);
const NO_TYPE = sql`NULL::text`;

/** How each grouping is read: its totals, and the expressions of its rows. */
const landGroup = ({ by, payment_type, from, to }: OfLand, zones: ZoneRows) => {
  const [code, range] = [payment_type?.toUpperCase(), { from, to }];
  const keys = code === undefined ? ('together' as const) : { key: code };
  const own = (names: Measures) => partsBetween([...names], keys, range);
  const type = sql`split_part(key, ' ', 1)`;
  const ofCode = code === undefined ? sql`true` : sql`${type} = ${code}`;
  const zoned = sql`SELECT * FROM (${partsBetween([...OF_ZONES], 'each', range)}) AS of_zones WHERE ${ofCode}`;
  const zone = sql`coalesce((SELECT zone FROM (${zones}) AS zones WHERE zones.id::text = split_part(key, ' ', 2)), '')`;
  switch (by) {
    case 'type': {
      const each = partsBetween([...OF_MODE(undefined, 'land')], code === undefined ? 'each' : keys, range);
      return { parts: each, id: sql`key`, name: sql`key`, type: sql`key`, place: sql`key` };
    }
    case 'mode': {
      const measures = PAYMENT_MODES.flatMap((mode) => OF_MODE(mode, 'land')) as [string, ...string[]];
      const place = sql`(CASE ${MODE_OF} ${PLACES} END)::text`;
      return { parts: partsBetween(measures, keys, range), id: MODE_OF, name: MODE_OF, type: NO_TYPE, place };
    }
    case 'month': {
      const month = sql`substr(period, 1, 7)`;
      return { parts: own(OF_MODE(undefined, 'land')), id: month, name: month, type: NO_TYPE, place: month };
    }
    case 'zone':
      return { parts: zoned, id: sql`split_part(key, ' ', 2)`, name: zone, type: NO_TYPE, place: zone };
    case 'zone_type':
      return { parts: zoned, id: sql`key`, name: zone, type, place: sql`${zone} || ' ' || ${type}` };
  }
};

/** A relation of zones: `id` and `zone`, its name. */
export type ZoneRows = RawBuilder<{ id: string; zone: string }>;

/** Sums of land between two days, of the groups that have any; a payment of no zone has ''. */
export const sumsOfLand = (asked: OfLand, zones: ZoneRows): RawBuilder<LandSumRow> => {
  const { parts, id, name, type, place } = landGroup(asked, zones);
  const isZoned = asked.by === 'zone' || asked.by === 'zone_type';
  return sql<LandSumRow>`
    SELECT ${id} AS id, min(${name}) AS name, min(${type}) AS payment_type, min(${place}) AS place,
      ${sumsOf(isZoned ? OF_ZONES : OF_MODE(undefined, 'land'))}
    FROM (${parts}) AS parts GROUP BY ${id} HAVING bool_or(count <> 0)`;
};

export const sumRows = <Row extends SumsRow>(db: Db, sums: RawBuilder<Row>): ListRows<Row> =>
  db.selectFrom(sql<Row>`(${sums})`.as('sums')).selectAll() as unknown as ListRows<Row>;

/** `by` is the column to order by. */
type Asked = { page: number; size: number; by: 'id' | 'place' | 'amount'; isDown: boolean };
type Whole = { of_count: number; of_amount: string; of_waiting: string };

/** A page of groups with the totals of all. */
export const pageOfSums = async <Row extends SumsRow>(
  db: Db,
  sums: RawBuilder<Row>,
  { page, size, by, isDown }: Asked,
): Promise<Listed<Row>> => {
  const way = isDown ? sql`DESC` : sql`ASC`;
  const order = by === 'id' ? sql`id ${way}` : sql`${sql.ref(by)} ${way}, id ${way}`;
  const { rows } = await sql<Whole & (Row | { id: null })>`
    WITH sums AS MATERIALIZED (${sums})
    SELECT listed.*, whole.* FROM (
      SELECT count(*)::integer AS of_count, coalesce(sum(amount), 0)::numeric(20, 2)::text AS of_amount,
        coalesce(sum(waiting), 0)::numeric(20, 2)::text AS of_waiting
      FROM sums
    ) AS whole
    LEFT JOIN (SELECT * FROM sums ORDER BY ${order} LIMIT ${size}::bigint OFFSET ${(page - 1) * size}::bigint) AS listed ON true
    ORDER BY ${order}`.execute(db);
  const [whole] = rows;
  if (!whole) throw new Error('Sums have no totals');
  return {
    rows: rows.filter((row): row is Whole & Row => row.id !== null),
    count: whole.of_count,
    amount: whole.of_amount,
    waiting: whole.of_waiting,
  };
};
