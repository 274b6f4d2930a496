import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { MONTH_CODES, normalizeCarNumber, type PaymentSubmission, today } from '@banbo/contract';
import type { Driver } from './driver.ts';

const read = async (request: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
};

const answer = (response: ServerResponse, status: number, body: unknown): void => {
  const text = JSON.stringify(body);
  const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) };
  response.writeHead(status, headers).end(text);
};

/** The statements of submitting a payment alone: no rules, no sentences. */
const submit = ({ transaction }: Driver, body: PaymentSubmission): Promise<unknown> =>
  transaction(async (query) => {
    const day = today();
    const month = MONTH_CODES.indexOf(body.payment_month ?? '') + 1;
    await query(
      `insert into limit_counts (name, subject, starts_at, ends_at, count)
       select unnest($1::text[]), $2, date_trunc('day', now()), date_trunc('day', now()) + interval '1 day', 1
       on conflict (name, subject, starts_at) do update set count = limit_counts.count + 1 where limit_counts.count < 500`,
      [['car from address', 'car', 'address'], body.transaction_id],
    );
    const [type] = await query(
      `select type.type_code, type.description, type.side, type.period, type.required_type, required.description as first
       from payment_types as type left join payment_types as required on required.type_code = type.required_type
       where type.type_code = $1`,
      [body.payment_type],
    );
    const [driver] = await query(
      `select id, driver_code, (
         select coalesce(json_agg(json_build_object('plan', plan, 'from', from_month) order by from_month), '[]')
         from driver_plans where driver_id = drivers.id
       ) as plans from drivers where car_key = $1 and removed_at is null`,
      [normalizeCarNumber(body.car_number)],
    );
    await query(
      `select type_code, payment_year, payment_month from payments
       where driver_id = $1 and type_code in ($2, $3) and status in ($4, $5)`,
      [driver?.id, type?.required_type, body.payment_type, 'submitted', 'cleared'],
    );
    const [price] = await query(
      'select plan, amount from payment_list where year = $1 and type_code = $2 order by id',
      [body.payment_year, body.payment_type],
    );
    const [stored] = await query(
      `insert into payments (type_code, period, payment_year, payment_month, driver_id, amount_due, amount, transaction_id,
         transaction_date, created_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) returning id`,
      [
        ...[body.payment_type, type?.period, body.payment_year, month, driver?.id, price?.amount ?? null],
        ...[body.amount, body.transaction_id, day, new Date()],
      ],
    );
    return { payment_id: stored?.id };
  });

/** The first page of valid payments with drivers, limited before the join, without a count. */
const firstPage = ({ query }: Driver): Promise<unknown> =>
  query(
    `select payments.id, driver_id, driver_code, car_number, mobile_number, type_code, payment_year, payment_month,
       payments.transaction_date, transaction_id, amount, status, first_name, last_name
     from (
       select id, transaction_date from payments where status in ('submitted', 'cleared')
       order by transaction_date desc, id desc limit 20
     ) as page
     join payments on payments.id = page.id
     join drivers on drivers.id = payments.driver_id
     order by page.transaction_date desc, page.id desc`,
    [],
  );

/** The baseline for the product: bare `node:http` and the bare driver, with the same SQL. */
export const bareServer = (driver: Driver): Server =>
  createServer(async (request, response) => {
    try {
      if (request.method === 'POST') answer(response, 201, await submit(driver, JSON.parse(await read(request))));
      else answer(response, 200, await firstPage(driver));
    } catch (error) {
      answer(response, 500, { message: String(error) });
    }
  });
