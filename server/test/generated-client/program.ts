// Written by the API's description alone. Its types are generated when it is tested, so it stands
// outside the server's own type check.
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { paths } from 'banbo-api';
import createClient from 'openapi-fetch';

const [server = '', username = '', password = '', photo = ''] = process.argv.slice(2);

const api = createClient<paths>({ baseUrl: `${server}/api` });

const signIn = async (): Promise<string> => {
  const header = { 'x-requested-with': 'banbo', Origin: server } as const;
  const { data, error } = await api.POST('/auth/login', { params: { header }, body: { username, password } });
  if (error) throw new Error(`${error.code}: ${error.message}`);
  if (data.status === 'code_needed') throw new Error(data.message);
  return data.accessToken;
};

const person = {
  last_name: 'Mensah',
  first_name: 'Ama',
  gender: 'Female',
  date_of_birth: '1990-05-17',
  nationality: 'GHANAIAN',
  identification_type: 'GHANA CARD',
  id_number: 'GHA-712345678-9',
  date_issued: '2020-03-15',
  expiry_date: '2030-03-14',
  marital_status: 'Married',
  car_number: 'GR 4711-20',
  mobile_number: '024 471 1471',
  email: 'ama@example.com',
  next_of_kin: 'Kofi Mensah',
  kin_mobile_number: '020 471 1471',
  kin_relationship: 'HUSBAND',
} as const;

const picture = new Blob([await readFile(photo)], { type: 'image/jpeg' });

/** A form with the person's fields and the picture. */
const formOf = (fields: object): FormData => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append('file', picture, 'ama.jpg');
  return form;
};

const register = async (key: string) => {
  const params = { header: { 'Idempotency-Key': key } };
  const { data, error } = await api.POST('/drivers', { params, body: person, bodySerializer: formOf });
  if (error) throw new Error(`${error.code}: ${error.message}`);
  return data;
};

const key = randomUUID();
const { driver, setup_code: code } = await register(key);
const { setup_code: repeated } = await register(key);

const { data: prices = [] } = await api.GET('/payment_list', { params: { query: { year: 2026 } } });
const amount = prices.find(({ type_code }) => type_code === 'RF')?.amount ?? '';
const claim = {
  car_number: driver.car_number,
  driver_code: driver.driver_code,
  payment_type: 'RF',
  amount,
  transaction_id: '68471147114',
};
const paid = await api.POST('/payments', { params: { header: { 'Idempotency-Key': randomUUID() } }, body: claim });
const again = await api.POST('/payments', { body: claim });

// These lines must not fit the types, or the type check reports the directive as unused.
// @ts-expect-error An amount is text.
const number: number | undefined = prices[0]?.amount;
// @ts-expect-error No refusal has this code.
const unknownCode = again.error?.code === 'out_of_stock';

const accessToken = await signIn();
const { data: payments = [], response } = await api.GET('/payments', {
  headers: { authorization: `Bearer ${accessToken}` },
  params: { query: { payment_type: 'RF', size: 5 } },
});
const stranger = await api.GET('/payments');

console.log(
  JSON.stringify({
    repeated: repeated === code,
    amount,
    paid: paid.data?.payment_id,
    again: again.error?.code,
    listed: payments.map(({ id, car_number, amount_paid, status }) => ({ id, car_number, amount_paid, status })),
    count: response.headers.get('X-Total-Count'),
    stranger: stranger.error?.code,
    kinds: [typeof number, unknownCode],
  }),
);
