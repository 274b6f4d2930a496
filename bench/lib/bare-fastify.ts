import { normalizeCarNumber } from '@banbo/contract';
import Fastify, { type FastifyInstance } from 'fastify';
import type { Driver } from './driver.ts';

/** The statement of a look-up by car number alone, with all that staff see of a driver. */
const byCarNumber = async ({ query }: Driver, carNumber: string): Promise<unknown> => {
  const [driver] = await query(
    `select driver_code, car_number, first_name, middle_name, last_name, mobile_number, registered_on, (
       select coalesce(json_agg(json_build_object('plan', plan, 'from', to_char(from_month, 'YYYY-MM')) order by from_month), '[]')
       from driver_plans where driver_id = drivers.id
     ) as plans from drivers where car_key = $1 and removed_at is null`,
    [normalizeCarNumber(carNumber)],
  );
  return { success: true, message: 'Driver found.', driver };
};

const KEYS = {
  last_name: `upper(normalize(last_name, NFKC)) COLLATE "C"`,
  mobile_number: 'mobile_number',
} as const;

/** Searches payments, with totals, by the beginning of a driver's last name or mobile number. */
const paymentsBy = ({ query }: Driver, key: keyof typeof KEYS, prefix: string): Promise<unknown> => {
  const begins = `${KEYS[key]} >= $1 and ${KEYS[key]} < $1 || '\u{10FFFF}'`;
  return query(
    `with found as materialized (
       select id from (
         (select id, ${KEYS[key]} as found_by from drivers where removed_at is null and ${begins}
          order by found_by, id limit 1001)
         union all (select id, ${KEYS[key]} as found_by from drivers where removed_at is not null and ${begins}
          order by found_by, id limit 1001)
       ) as drivers order by found_by, id limit 1001
     ), matching as materialized (
       select payments.id, transaction_date, status, amount
       from (select id from found limit 1000) as chosen join payments on driver_id = chosen.id
       where status in ('submitted', 'cleared')
     )
     select listed.*, totals.* from (
       select count(*) as of_count, sum(amount) filter (where status = 'cleared') as of_amount,
         sum(amount) filter (where status = 'submitted') as of_waiting, (select count(*) from found) > 1000 as of_cut
       from matching
     ) as totals left join (
       select payments.id, driver_id, driver_code, car_number, mobile_number, type_code, payment_year, payment_month,
         payments.transaction_date, date_of, transaction_id, mode, payments.amount, payments.status, status_reason,
         is_credit, first_name, last_name, removed_at is not null as is_removed
       from (select id from matching order by transaction_date desc, id desc limit 20) as page
       join payments on payments.id = page.id join drivers on drivers.id = payments.driver_id
     ) as listed on true
     order by listed.transaction_date desc, listed.id desc`,
    [prefix],
  );
};

/** The baseline for look-ups and searches: plain Fastify, the same SQL, no sign-in, no limits. */
export const bareFastify = (driver: Driver): FastifyInstance => {
  const app = Fastify();
  app.post<{ Body: { car_number: string } }>('/api/drivers/find_driver_by_car_number', ({ body }) =>
    byCarNumber(driver, body.car_number),
  );
  app.get<{ Querystring: { last_name?: string; mobile_number?: string } }>('/api/payments', ({ query }) =>
    query.mobile_number === undefined
      ? paymentsBy(driver, 'last_name', query.last_name ?? '')
      : paymentsBy(driver, 'mobile_number', `+233${query.mobile_number.slice(1)}`),
  );
  return app;
};
