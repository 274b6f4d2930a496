import { MONTH_CODES, PAYMENT_YEARS } from '@banbo/contract';
import { registrationOf } from '../../server/test/builders/registrations.ts';
import { boxSearches } from './driver-searches.ts';
import type { Call } from './load.ts';

/** A call whose path, body and sender come of its number. */
export type HotCall = { title: string; call: (call: number) => Call; isStaff?: true; expected?: number };

const BOUNDARY = 'a-line-that-no-field-has';
const formBody = (fields: object): string =>
  [
    ...Object.entries(fields).map(
      ([name, value]) => `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
    ),
    `--${BOUNDARY}--\r\n`,
  ].join('');

const read =
  (path: (call: number) => string) =>
  (call: number): Call => ({ method: 'GET', path: `/api${path(call)}` });

/** The calls that people make most, to a server whose database was filled with so many drivers. */
export const hotCalls = (drivers: number): readonly HotCall[] => {
  /** The record number of any driver, by the number of a call. */
  const one = (call: number): number => 1 + ((call * 7919) % drivers);
  const code = (call: number): string => `DRV${String(one(call)).padStart(6, '0')}0`;

  const registration = (call: number): Call => ({
    method: 'POST',
    path: '/api/drivers',
    headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
    body: formBody(registrationOf(drivers + call)),
  });

  const subscription = (call: number): Call => {
    const body = {
      ...{ car_number: `GR ${one(call)}-20`, driver_code: code(call), payment_type: 'SS', amount: '300.00' },
      ...{ payment_year: PAYMENT_YEARS.at(-1), payment_month: MONTH_CODES[Math.floor(call / drivers) % 12] },
      transaction_id: `B${String(call).padStart(10, '0')}`,
    };
    return { method: 'POST', path: '/api/payments', body: JSON.stringify(body) };
  };

  const byCarNumber = (call: number): Call => ({
    method: 'POST',
    path: '/api/drivers/find_driver_by_car_number',
    body: JSON.stringify({ car_number: `GR ${one(call)}-20` }),
  });

  return [
    { title: 'a driver by car number, a visitor', call: byCarNumber },
    { title: 'a driver by car number, staff', call: byCarNumber, isStaff: true },
    { title: 'registering', call: registration, expected: 201 },
    { title: 'submitting a payment', call: subscription, expected: 201 },
    ...(
      [
        ['the first page of payments', () => '/payments'],
        ['page 1,000 of payments', () => '/payments?page=1000'],
        ['payments by a last name', (n) => `/payments?last_name=MENSAH${String.fromCharCode(65 + (n % 26))}`],
        ['payments by a mobile number', (n) => `/payments?mobile_number=024${String(one(n)).padStart(7, '0')}`],
        ['Global Drivers', () => '/drivers'],
        ['Global Drivers, unpaid', () => '/drivers?fee=unpaid'],
        ['Global Drivers by a mobile number', (n) => `/drivers?mobile_number=024${String(one(n)).padStart(7, '0')}`],
        ['a driver’s page', (n) => `/drivers/${one(n)}`],
        ...boxSearches(drivers).map(([title, path]) => [`the search box: ${title}`, path] as const),
        ['the dashboard', () => '/dashboard'],
        ['the menu’s counts', () => '/office_counts'],
        ['incomplete registrations', () => '/incomplete_registrations'],
        ['registrations without a valid document', () => '/incomplete_registrations?missing=document'],
        ['changes of a driver', (n) => `/driver_changes?driver_id=${one(n)}`],
        ['contact messages', () => '/contact_messages'],
        ['the audit log', () => '/audit'],
        ['the outbox', () => '/outbox'],
      ] satisfies (readonly [string, (call: number) => string])[]
    ).map(([title, path]): HotCall => ({ title, call: read(path), isStaff: true })),
  ];
};
