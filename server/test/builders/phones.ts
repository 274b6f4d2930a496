import { randomBytes } from 'node:crypto';
import type { SosState } from '@banbo/contract';
import type { TestApp } from '../harness.ts';
import type { BuiltDriver } from './drivers.ts';
import { buildMember, OWN_PAGE, signIn } from './identity.ts';

export type Car = Pick<BuiltDriver, 'driver_code' | 'car_number'>;

let phones = 0;

/** A phone at an address of its own, with a secret of its own, that calls for help. */
export const buildPhone = (
  it: Pick<TestApp, 'app' | 'clock'>,
  own: { headers?: object; remoteAddress?: string } = {},
) => {
  phones += 1;
  const secret = randomBytes(32).toString('base64url');
  const { remoteAddress = `10.11.${phones >> 8}.${phones & 255}` } = own;
  const headers = { ...OWN_PAGE, ...own.headers };
  const post = async (url: string, body: object): Promise<{ status: number; body: SosState }> => {
    const payload = { secret, ...body };
    const answer = await it.app.inject({ method: 'POST', url: `/api${url}`, payload, headers, remoteAddress });
    return { status: answer.statusCode, body: answer.json() };
  };
  return {
    secret,
    /** Presses the button, with a car's number and code unless it is signed in. */
    press: ({ driver_code, car_number }: Partial<Car> = {}, more: object = {}) =>
      post('/sos', { pressed_at: it.clock.now.toISOString(), driver_code, car_number, ...more }),
    follow: (more: object = {}) => post('/sos/follow', more),
  };
};

/** A member whose first fee is paid, with the headers of their session. */
export const buildPaidMember = async (it: TestApp) => {
  const driver = await buildMember(it);
  const paid = { is_fee_due: false, unpaid_since: null };
  await it.db.updateTable('drivers').set(paid).where('id', '=', driver.id).execute();
  const { driver_code, car_number } = driver;
  return {
    driver,
    car: { driver_code, car_number },
    headers: await signIn(it, 'member_login', { driver_code, car_number }),
  };
};
