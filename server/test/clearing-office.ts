import { randomUUID } from 'node:crypto';
import { defaultRights } from '@banbo/contract';
import { buildDriver } from './builders/drivers.ts';
import { buildCaller } from './builders/identity.ts';
import type { TestApp } from './harness.ts';

type Person = Awaited<ReturnType<typeof buildCaller>>;
type Method = 'GET' | 'PATCH' | 'POST' | 'DELETE';
type Driver = Awaited<ReturnType<typeof buildDriver>>['driver'];

let calls = 0;

/** Captures in this person's name. */
export const author = ({ id }: Person) =>
  ({ accountId: id, ...defaultRights('SuperUser'), login: 'ama', requestId: 'r' }) as const;

/** Two people who clear payments (the second may reverse too), and what they and drivers send. */
export const openOffice = async (it: TestApp) => {
  const clerk = await buildCaller(it, 'SuperUser');
  const admin = await buildCaller(it, 'SystemAdmin');
  const call = async (method: Method, path: string, payload?: object, by: Person | null = clerk) => {
    calls += 1;
    const response = await it.app.inject({
      method,
      url: `/api${path}`,
      headers: { ...by?.headers, 'idempotency-key': randomUUID() },
      // Calls that come at once are bounded by address.
      remoteAddress: `10.5.${(calls >> 8) & 255}.${calls & 255}`,
      ...(payload && { payload }),
    });
    return { status: response.statusCode, body: response.json() };
  };
  const send = async (...asked: Parameters<typeof call>) => {
    const { status, body } = await call(...asked);
    return { ...body, status };
  };
  return {
    clerk,
    admin,
    call,
    send,
    decide: (id: string, body: object, by = clerk) => send('PATCH', `/clearance/${id}`, body, by),
    decideMoney: (id: string, body: object, by = clerk) => send('PATCH', `/transfers/${id}`, body, by),
    capture: (transaction_id: string, amount: string, by = clerk, reference = '') => {
      const captured = { transaction_id, mobile_number: '', amount, reference, seen_in_account: true };
      return send('POST', '/payments/capture_momo', captured, by);
    },
    /** Receives MoMo for one driver's registration fee. */
    receive: (transaction_id: string, amount: string, { car_number, driver_code }: Driver, by = clerk) => {
      const payments = [{ car_number, driver_code, payment_type: 'RF', amount }];
      return send(
        'POST',
        '/payments/receive',
        { mode: 'momo', transaction_id, amount, seen_in_account: true, payments },
        by,
      );
    },
    newDriver: async (): Promise<Driver> => (await buildDriver(it)).driver,
    stateOf: async (id: string) =>
      (await it.db.selectFrom('payments').select('status').where('id', '=', id).executeTakeFirstOrThrow()).status,
    moneyState: async (id: string) =>
      (await it.db.selectFrom('transfers').select('status').where('id', '=', id).executeTakeFirstOrThrow()).status,
  };
};
