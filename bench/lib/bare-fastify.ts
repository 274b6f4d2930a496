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

/** The baseline for look-ups: Fastify as it comes, with the same SQL, for anybody and as often as they like. */
export const bareFastify = (driver: Driver): FastifyInstance => {
  const app = Fastify();
  app.post<{ Body: { car_number: string } }>('/api/drivers/find_driver_by_car_number', ({ body }) =>
    byCarNumber(driver, body.car_number),
  );
  return app;
};
