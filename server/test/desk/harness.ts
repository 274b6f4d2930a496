import { buildDriver } from '../builders/drivers.ts';
import { buildCaller } from '../builders/identity.ts';
import { nextTransactionId } from '../builders/submissions.ts';
import { startApp } from '../harness.ts';

type Paying = { car_number: string; driver_code: string };

/** A row of money received: the registration fee of a driver, or what is given. */
export const rowOf = ({ car_number, driver_code }: Paying, given: object = {}) => ({
  car_number,
  driver_code,
  payment_type: 'RF',
  amount: '200.00',
  ...given,
});

/** A row of money received: a driver's subscription of a month of 2026. */
export const monthOf = (driver: Paying, payment_month: string, given: object = {}) =>
  rowOf(driver, { payment_type: 'SS', payment_year: 2026, payment_month, amount: '300.00', ...given });

/** The app with a clerk at the desk, and what became of payments and money there. */
export const startDesk = async () => {
  const it = await startApp();
  const { headers } = await buildCaller(it, 'SuperUser');
  const send = async (
    method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
    path: string,
    payload?: object,
    as: Record<string, string> = headers,
  ) => {
    const response = await it.app.inject({ method, url: `/api${path}`, headers: as, ...(payload && { payload }) });
    return { status: response.statusCode, body: response.json() };
  };
  const post = async (path: string, payload: object, as: Record<string, string> = headers) => {
    const { status, body } = await send('POST', path, payload, as);
    return { ...body, status };
  };
  return {
    it,
    headers,
    send,
    post,
    newDriver: async () => (await buildDriver(it)).driver,
    look: (transaction_id: string) => post('/clearance', { transaction_id }),
    capture: (given: object) =>
      post('/payments/capture_momo', {
        transaction_id: nextTransactionId(),
        mobile_number: '',
        amount: '200.00',
        reference: '',
        ...given,
      }),
    receive: (given: object) => post('/payments/receive', { mode: 'cash', amount: '200.00', ...given }),
    paymentOf: (id: string) =>
      it.db
        .selectFrom('payments')
        .select(['status', 'amount', 'transaction_date', 'date_of', 'mode', 'part', 'is_credit', 'transaction_id'])
        .where('id', '=', id)
        .executeTakeFirstOrThrow(),
    transfersOf: (transactionId: string) =>
      it.db
        .selectFrom('transfers')
        .select(['amount', 'payer_number', 'reference', 'received_on', 'source', 'status', 'mode'])
        .where('transaction_id', '=', transactionId)
        .execute(),
    auditOf: (subject: string) =>
      it.db
        .selectFrom('audit_log')
        .select(['action', 'before', 'after'])
        .where('subject', '=', subject)
        .orderBy('id')
        .execute(),
    close: it.close,
  };
};

export type Desk = Awaited<ReturnType<typeof startDesk>>;
