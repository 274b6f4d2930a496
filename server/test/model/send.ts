import { type Books, byTime, type Fee, monthOf, typeOf } from './books.ts';
import type { Named, Operation, Outcome, Row } from './operations.ts';

export type Answer = {
  status: number;
  body: Record<string, unknown>;
  rows: Record<string, unknown>[];
  total: (name: string) => string;
};

/**
 * The product as the model's runs reach it. A member of staff by number, or null for a stranger.
 */
export type Product = {
  call: (
    method: 'GET' | 'POST' | 'PATCH',
    path: string,
    body?: object,
    by?: number | null,
    key?: string,
  ) => Promise<Answer>;
  register: (plan: string, by: number, key: string) => Promise<Answer>;
  /** `covers`: the month of whose day the statement has all money. */
  importStatement: (
    lines: readonly { id: string; amount: string; month: string }[],
    given: { by: number; covers: string | null },
  ) => Promise<Answer>;
  /** The payer approves a prompt; the network gives the money this transaction ID. */
  payPrompt: (reference: string, id: string, amount: string) => Promise<Answer>;
  matchClaims: () => Promise<Answer>;
  useCredit: () => Promise<Answer>;
  setMonth: (month: string) => Promise<Answer>;
  /** The day of a month on which everything is done. */
  dayOf: (month: string) => string;
  /** Ends what is going on in the middle of it, as when the machine loses its power. */
  kill: () => Promise<void>;
  /** All that each account of the books has, debits above zero. */
  balances: () => Promise<Map<string, string>>;
  newKey: () => string;
};

/** `isConflict`: refused for what somebody else did meanwhile, or in the state that there is. */
type Sent = { outcome: Outcome; named: Named; said: string; isConflict: boolean };

const MONTHS = [
  ...['JANUARY', 'FEBRUARY', 'MARCH', 'APRIL', 'MAY', 'JUNE'],
  ...['JULY', 'AUGUST', 'SEPTEMBER', 'OCTOBER', 'NOVEMBER', 'DECEMBER'],
];
const REASON = 'As the run says.';

export const inCedis = (pesewas: bigint): string => {
  const digits = String(pesewas < 0n ? -pesewas : pesewas).padStart(3, '0');
  return `${pesewas < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
};
export const inPesewas = (cedis: string): bigint => BigInt(cedis.replaceAll(/[.,]/g, ''));

const feeFields = (fee: Fee) => {
  const [year, month] = monthOf(fee)?.split('-') ?? [];
  if (year === undefined) return { payment_type: typeOf(fee) };
  return { payment_type: typeOf(fee), payment_year: Number(year), payment_month: MONTHS[Number(month) - 1] };
};

type FeeOfAnswer = { payment_type?: unknown; payment_year?: unknown; payment_month?: unknown };

/** A fee as answers name it. */
export const feeIn = ({ payment_type, payment_year, payment_month }: FeeOfAnswer): Fee => {
  const month = MONTHS.indexOf(String(payment_month)) + 1;
  return month === 0 ? String(payment_type) : `${payment_type} ${payment_year}-${String(month).padStart(2, '0')}`;
};

const payerOf = (books: Books, code: string) => ({ car_number: books.drivers.get(code).car, driver_code: code });
const rowIn = (books: Books, { driver, fee, amount }: Row) => ({
  ...payerOf(books, driver),
  ...feeFields(fee),
  amount: inCedis(amount),
});

/** The record's number of a payment, found on its driver's page by what it is. */
const paymentId = async (product: Product, books: Books, key: string): Promise<string> => {
  const { driver, fee, idKey, mode, id } = books.payments.get(key);
  const alike = byTime(books.payments.by('driver', driver)).filter((one) => one.fee === fee && one.idKey === idKey);
  const plain = (given: string): string => given.replace(/^0+/, '');
  const page = `/payments?driver_code=${driver}&status=all&size=200`;
  const { rows, status, body } = await product.call('GET', page, undefined, 0);
  if (status !== 200) throw new Error(`No payments of ${driver}: ${status} ${body.message}`);
  const found = rows
    .filter((row) => feeIn(row) === fee && row.mode === mode && plain(String(row.transaction_id)) === plain(id))
    .map(({ id }) => String(id))
    .toSorted((a, b) => Number(a) - Number(b));
  return found[alike.findIndex((one) => one.key === key)] ?? '0';
};

const moneyId = async (product: Product, books: Books, key: string): Promise<string> => {
  const { id } = books.money.get(key);
  const { rows } = await product.call('GET', `/money_received?search=${encodeURIComponent(id)}`, undefined, 0);
  return String(rows[0]?.id ?? '0');
};

type Claimant = { id: string; amount: string; payer: { driver: { driver_code: string } | null } };

const attemptId = async (product: Product, id: string, { driver, fee, amount }: Row): Promise<string> => {
  const { body } = await product.call('GET', `/clearance/${id}`, undefined, 0);
  const claimants = (body.claimants ?? []) as (FeeOfAnswer & Claimant)[];
  const isSame = (one: FeeOfAnswer & Claimant): boolean =>
    one.payer.driver?.driver_code === driver && feeIn(one) === fee && one.amount === inCedis(amount);
  return claimants.find(isSame)?.id ?? '0';
};

const useId = async (product: Product, books: Books, driver: string, fee: Fee): Promise<string> => {
  const { body } = await product.call('GET', `/drivers/${books.drivers.get(driver).id}/standing`, undefined, 0);
  const covered = (body.covered ?? []) as (FeeOfAnswer & { credit_use_id: string | null })[];
  return covered.find((one) => feeIn(one) === fee)?.credit_use_id ?? '0';
};

const approvalId = async (product: Product, books: Books, price: string): Promise<string> => {
  const { body } = await product.call('GET', `/payment_list/${books.prices.get(price).id}`, undefined, 0);
  return (body.waiting as { approval_id: string } | null)?.approval_id ?? '0';
};

type Request = (key: string) => Promise<Answer>;

/** The call that an operation is; made once its records' numbers are looked up. */
const requestOf = async (product: Product, books: Books, operation: Operation): Promise<Request> => {
  const post =
    (path: string, body: object | undefined, by: number | null): Request =>
    (key) =>
      product.call('POST', path, body, by, key);
  const patch =
    (path: string, body: object, by: number): Request =>
    (key) =>
      product.call('PATCH', path, body, by, key);
  switch (operation.do) {
    case 'register':
      return (key) => product.register(operation.plan, operation.by, key);
    case 'submit':
      return post('/payments', { ...rowIn(books, operation), transaction_id: operation.id }, null);
    case 'capture': {
      const { id, amount, by } = operation;
      const captured = { transaction_id: id, mobile_number: '', reference: '', seen_in_account: true };
      return post('/payments/capture_momo', { ...captured, amount: inCedis(amount) }, by);
    }
    case 'receive': {
      const { mode, id, amount, rows, creditTo, by } = operation;
      const cheque = { transaction_id: /\d{10}/.exec(id)?.[0] ?? id, bank: 'CALBANK', payer_name: 'EFUA DRAWER' };
      const of = { cash: {}, momo: { transaction_id: id }, bank: { transaction_id: id }, cheque }[mode];
      const payments = rows.map((row) => rowIn(books, row));
      const credit = creditTo === null ? {} : { credit_to: creditTo };
      return post(
        '/payments/receive',
        { mode, ...of, seen_in_account: true, amount: inCedis(amount), payments, ...credit },
        by,
      );
    }
    case 'import':
      return () =>
        product.importStatement(
          operation.lines.map(({ id, amount, month }) => ({ id, amount: inCedis(amount), month })),
          operation,
        );
    case 'clear':
    case 'credit': {
      const { chosen, by } = operation;
      const id = await paymentId(product, books, operation.payment);
      const given = chosen && { transfer_id: await moneyId(product, books, chosen.money) };
      const amount = chosen?.amount == null ? {} : { amount: inCedis(chosen.amount) };
      return patch(`/clearance/${id}`, { decision: operation.do, reason: REASON, ...given, ...amount }, by);
    }
    case 'reject':
    case 'undo': {
      const id = await paymentId(product, books, operation.payment);
      return patch(`/clearance/${id}`, { decision: operation.do, reason: REASON }, operation.by);
    }
    case 'correct ID': {
      const id = await paymentId(product, books, operation.payment);
      const path = books.payments.get(operation.payment).fee.startsWith('SS') ? 'monthly_subscriptions' : 'reg_fees';
      const correct = patch(`/${path}/${id}`, { transaction_id: operation.id }, operation.by);
      return async (key) => {
        const answer = await correct(key);
        const { body } = await product.call('GET', `/payments/${id}`, undefined, 0);
        return answer.status < 300 ? { ...answer, body: { result: body.amount_due } } : answer;
      };
    }
    case 'reverse': {
      const id = await paymentId(product, books, operation.payment);
      return patch(`/clearance/${id}`, { decision: 'reverse', cause: operation.cause, reason: REASON }, operation.by);
    }
    case 'award': {
      const id = await paymentId(product, books, operation.payment);
      const attempt_id = await attemptId(product, id, books.attempts.get(operation.attempt));
      return patch(`/clearance/${id}`, { decision: 'award', attempt_id, reason: REASON }, operation.by);
    }
    case 'assign': {
      const { money, driver, fee, amount, by } = operation;
      const { car_number } = payerOf(books, driver);
      const part = amount === null ? {} : { amount: inCedis(amount) };
      const id = await moneyId(product, books, money);
      return patch(`/transfers/${id}`, { decision: 'assign', fee: { car_number, ...feeFields(fee) }, ...part }, by);
    }
    case 'take up':
      return patch(`/transfers/${await moneyId(product, books, operation.money)}`, { decision: 'undo' }, operation.by);
    case 'dismiss':
    case 'accept':
    case 'correct':
    case 'never_came':
    case 'take_back':
    case 'came_after_all':
    case 'stays ended':
    case 'bank_paid':
    case 'bounced': {
      const id = await moneyId(product, books, operation.money);
      const decision = operation.do === 'stays ended' ? 'accept' : operation.do;
      return patch(`/transfers/${id}`, { decision, reason: REASON }, operation.by);
    }
    case 'use':
      return post(
        `/drivers/${books.drivers.get(operation.driver).id}/credit_uses`,
        feeFields(operation.fee),
        operation.by,
      );
    case 'return': {
      const id = await useId(product, books, operation.driver, operation.fee);
      const { id: driver } = books.drivers.get(operation.driver);
      return patch(`/drivers/${driver}/credit_uses/${id}`, { reason: REASON }, operation.by);
    }
    case 'plan': {
      const { plan, from, driver, by } = operation;
      return patch(`/drivers/${books.drivers.get(driver).id}/plan`, { plan, from, reason: REASON }, by);
    }
    case 'ask price': {
      const { id } = books.prices.get(operation.price);
      return patch(`/payment_list/${id}`, { amount: inCedis(operation.amount) }, operation.by);
    }
    case 'approve':
      return post(`/approvals/${await approvalId(product, books, operation.price)}/approve`, undefined, operation.by);
    case 'refuse':
      return post(
        `/approvals/${await approvalId(product, books, operation.price)}/refuse`,
        { reason: REASON },
        operation.by,
      );
    case 'ask refund': {
      const { from, of, mode, amount, by } = operation;
      const source =
        from === 'credit'
          ? { driver_id: books.drivers.get(of).id }
          : from === 'payment'
            ? { payment_id: await paymentId(product, books, of) }
            : { transfer_id: await moneyId(product, books, of) };
      const asked = { from, ...source, ...(amount !== null && { amount: inCedis(amount) }) };
      return post('/refunds', { ...asked, mode, paid_to: 'AMA MENSAH', reason: REASON }, by);
    }
    case 'approve refund':
      return post(`/approvals/${books.refunds.get(operation.refund).approval}/approve`, undefined, operation.by);
    case 'refuse refund': {
      const { approval } = books.refunds.get(operation.refund);
      return post(`/approvals/${approval}/refuse`, { reason: REASON }, operation.by);
    }
    case 'pay refund':
    case 'withdraw refund': {
      const { reference, refund, by } = operation;
      const paid = { change: 'pay', paid_on: product.dayOf(books.month()) };
      const body =
        operation.do === 'pay refund'
          ? { ...paid, ...(books.refunds.get(refund).mode !== 'cash' && { reference }) }
          : { change: 'withdraw', reason: REASON };
      return patch(`/refunds/${books.refunds.get(refund).id}`, body, by);
    }
    case 'ask waiver': {
      const { driver, kind, by } = operation;
      const fees = operation.fees.map(feeFields);
      return post(`/drivers/${books.drivers.get(driver).id}/waivers`, { kind, fees, reason: REASON }, by);
    }
    case 'approve waiver':
      return post(`/approvals/${books.waivers.get(operation.waiver).approval}/approve`, undefined, operation.by);
    case 'refuse waiver': {
      const { approval } = books.waivers.get(operation.waiver);
      return post(`/approvals/${approval}/refuse`, { reason: REASON }, operation.by);
    }
    case 'ask prompt':
      return post('/payments/prompts', { ...rowIn(books, operation), payer_number: operation.payer }, null);
    case 'pay prompt': {
      const { reference, amount } = books.prompts.get(operation.prompt);
      return () => product.payPrompt(reference, operation.id, inCedis(amount));
    }
    case 'merge': {
      const into = books.drivers.get(operation.into).id;
      const merged = { into, reason: REASON, same_person: 'Both records are of one person, as the papers say.' };
      return post(`/drivers/${books.drivers.get(operation.driver).id}/merge`, merged, operation.by);
    }
    case 'approve plan':
    case 'approve merge': {
      const isPaid = (books.merges.find(operation.driver)?.frees.length ?? 0) > 0;
      const merge = isPaid ? 'drivers.merge_paid' : 'drivers.merge';
      const kind = operation.do === 'approve plan' ? 'drivers.plan' : merge;
      const page = `/approvals?kind=${kind}&status=asked&size=200`;
      const { rows } = await product.call('GET', page, undefined, 0);
      const waiting = rows.find(({ subject }) => subject === operation.driver);
      return post(`/approvals/${waiting?.id ?? '999999999'}/approve`, undefined, operation.by);
    }
    case 'match claims':
      return product.matchClaims;
    case 'use credit':
      return product.useCredit;
    case 'month':
      return () => product.setMonth(operation.month);
  }
};

const namedBy = ({ do: what }: Operation, body: Record<string, unknown>): Named => {
  if (what === 'register') {
    const driver = body.driver as { driver_code: string; car_number: string };
    return { code: driver.driver_code, car: driver.car_number, id: String(body.driver_id) };
  }
  if (what === 'ask refund') return { id: String(body.refund_id), approval: String(body.approval_id) };
  if (what === 'ask waiver') return { approval: String(body.approval_id) };
  if (what === 'ask prompt') return { reference: String(body.reference) };
  return what === 'receive' ? { id: String(body.transaction_id) } : {};
};

const APPROVALS: ReadonlySet<string> = new Set([
  'approve',
  'approve refund',
  'approve waiver',
  'approve merge',
  'approve plan',
]);

/**
 * Asks the product for what the model does too; the key is that of a call whose answer may be
 * lost.
 */
export const prepare = async (
  product: Product,
  books: Books,
  operation: Operation,
): Promise<(key: string) => Promise<Sent>> => {
  const request = await requestOf(product, books, operation);
  return async (key) => {
    const { status, body } = await request(key);
    const said = `${status} ${body.message ?? ''}`;
    if (status >= 500 || status === 429) throw new Error(`${operation.do}: ${said}`);
    const isDone = status < 300;
    const { amount } = (body.entry ?? {}) as { amount?: string };
    const entered = operation.do === 'ask price' && amount === inCedis(operation.amount) ? 'changed' : 'asked';
    const applied = said.includes('could not be applied any more') ? 'stale' : 'applied';
    const isApproval = APPROVALS.has(operation.do);
    const result = amount === undefined ? body.result : entered;
    const word = isDone ? (isApproval ? applied : result) : body.code;
    const isSaid =
      operation.do === 'submit' ||
      (isDone && (isApproval || ['capture', 'ask price', 'correct ID'].includes(operation.do)));
    return {
      outcome: { isDone, ...(isSaid && word !== undefined && { word: String(word) }) },
      named: isDone ? namedBy(operation, body) : {},
      said,
      isConflict: body.code === 'conflict',
    };
  };
};
