import type { Books } from './books.ts';
import { coverOf, creditOf, heldOf } from './dues.ts';
import { type Order, orderOf, plainId } from './order.ts';
import { leftOf, takenOf } from './payments.ts';
import { feeIn, inCedis, inPesewas, type Product } from './send.ts';

/** All that is said of one thing, by its name, in words that can be compared. */
export type View = Map<string, string>;

type Listed = Record<string, unknown>;
const text = (of: Listed, name: string): string => String(of[name]);
const sorted = (lines: readonly string[]): string => lines.toSorted().join('; ');

const sumOf = (amounts: readonly bigint[]): bigint => amounts.reduce((sum, one) => sum + one, 0n);

const standingInBooks = (books: Books, code: string): string => {
  const driver = books.drivers.get(code);
  const due = heldOf(books, driver);
  const credit = creditOf(books, code);
  const owed = sumOf(due.map(({ price }) => price)) - credit;
  const said = due.map(
    ({ fee, price, held }) => `${fee} ${inCedis(price)} holds ${inCedis(held)} lacks ${inCedis(price - held)}`,
  );
  const uses = books.uses.by('driver', code).filter(({ isUsed }) => isUsed);
  const covered = [...coverOf(books, code)].map(([fee, how]) => {
    const waived = uses.find((one) => one.fee === fee)?.waived ?? 0n;
    return `${fee} by ${how} ${inCedis(waived)}`;
  });
  return `owes ${inCedis(owed < 0n ? 0n : owed)}, credit ${inCedis(credit)}; due ${said.join('; ')}; covered ${sorted(covered)}`;
};

const standingIn = (body: Listed): string => {
  const due = (body.due as Listed[]).map(
    (one) => `${feeIn(one)} ${text(one, 'amount')} holds ${text(one, 'paid')} lacks ${text(one, 'missing')}`,
  );
  const covered = (body.covered as Listed[]).map(
    (one) => `${feeIn(one)} by ${text(one, 'covered_by')} ${text(one, 'waived')}`,
  );
  return `owes ${text(body, 'owed')}, credit ${text(body, 'credit')}; due ${due.join('; ')}; covered ${sorted(covered)}`;
};

/** A plan that goes on is said once. */
const plansIn = (plans: readonly { plan: string; from: string }[]): string => {
  const inOrder = plans.toSorted((a, b) => a.from.localeCompare(b.from));
  return inOrder
    .filter(({ plan }, at) => plan !== inOrder[at - 1]?.plan)
    .map(({ plan, from }) => `${plan} from ${from}`)
    .join(', ');
};

const paymentsInBooks = (books: Books, code: string): string =>
  sorted(
    books.payments.by('driver', code).map(({ fee, id, amount, status, isCredit, mode, due }) => {
      const said = `${fee} ${plainId(id)} ${inCedis(amount)} ${mode} ${status}${isCredit ? ' as credit' : ''}`;
      return status === 'submitted' ? `${said} of ${due === null ? null : inCedis(due)}` : said;
    }),
  );

/** Of a claim that waits the price at which it was sent shows only when it is cleared. */
const paymentIn = async (product: Product, one: Listed): Promise<{ said: string; isLate: boolean }> => {
  const said = `${feeIn(one)} ${plainId(text(one, 'transaction_id'))} ${text(one, 'amount_paid')} ${text(one, 'mode')} ${text(one, 'status')}${one.is_credit ? ' as credit' : ''}`;
  if (one.status !== 'submitted') return { said, isLate: false };
  const { body } = await product.call('GET', `/payments/${text(one, 'id')}`, undefined, 0);
  return { said: `${said} of ${text(body, 'amount_due')}`, isLate: body.has_transfer === false };
};

const accountsInBooks = (books: Books): View =>
  new Map(
    books.accounts
      .all()
      .filter(({ balance }) => balance !== 0n)
      .map(({ code, balance }) => [`account ${code}`, inCedis(balance)]),
  );

const accountsOf = async (product: Product): Promise<View> => {
  const balances = [...(await product.balances())].filter(([, balance]) => inPesewas(balance) !== 0n);
  return new Map(balances.map(([code, balance]) => [`account ${code}`, balance]));
};

/** All that the books of the model say of some drivers and money. */
export const viewInBooks = (books: Books, drivers: readonly string[], money: readonly string[]): View => {
  // Also those that were returned at once, which no driver shows any more.
  const waived = books.uses.all().filter(({ kind }) => kind !== null);
  const view: View = new Map([['waivers', String(waived.length)], ...accountsInBooks(books)]);
  for (const code of drivers) {
    if (books.drivers.get(code).mergedInto !== null) continue;
    view.set(`driver ${code}`, standingInBooks(books, code));
    view.set(`payments of ${code}`, paymentsInBooks(books, code));
    view.set(`plans of ${code}`, plansIn(books.drivers.get(code).plans));
  }
  for (const key of money) {
    const found = books.money.find(key);
    if (!found) {
      view.set(`money ${key}`, 'is not there');
      continue;
    }
    const taken = `pays ${inCedis(takenOf(books, key))}, left ${inCedis(leftOf(books, key))}`;
    const missing = found.missing === null ? '' : ', on no statement';
    view.set(`money ${key}`, `${inCedis(found.amount)} ${found.status}, ${taken}${missing}`);
  }
  return view;
};

/** All that the product says of them. */
export const viewOf = async (
  product: Product,
  books: Books,
  drivers: readonly string[],
  money: readonly string[],
): Promise<{ view: View; orders: Order[] }> => {
  let waived = 0;
  for (const kind of WAIVERS) {
    const { total } = await product.call('GET', `/waivers?kind=${kind}&size=1`, undefined, 0);
    waived += Number(total('x-total-count'));
  }
  const view: View = new Map([['waivers', String(waived)], ...(await accountsOf(product))]);
  const orders: Order[] = [];
  for (const code of drivers) {
    const { id, mergedInto } = books.drivers.get(code);
    if (mergedInto !== null) continue;
    const { body: standing } = await product.call('GET', `/drivers/${id}/standing`, undefined, 0);
    const { rows } = await product.call('GET', `/payments?driver_code=${code}&status=all&size=200`, undefined, 0);
    view.set(`driver ${code}`, standingIn(standing));
    const payments = await Promise.all(rows.map((row) => paymentIn(product, row)));
    view.set(`payments of ${code}`, sorted(payments.map(({ said }) => said)));
    const late = rows.filter((_, at) => payments[at]?.isLate);
    orders.push(orderOf(code, rows, { covered: standing.covered as Listed[], late }));
    const { body, status } = await product.call('GET', `/drivers/${id}`, undefined, 0);
    if (status !== 200) throw new Error(`No driver ${code}: ${body.message}`);
    view.set(`plans of ${code}`, plansIn(body.plans as { plan: string; from: string }[]));
  }
  for (const key of money) {
    const { id } = books.money.get(key);
    const { rows } = await product.call('GET', `/money_received?search=${encodeURIComponent(id)}`, undefined, 0);
    const [one] = rows;
    const taken = one && `pays ${text(one, 'paid')}, left ${text(one, 'left')}`;
    const missing = one?.missing_since ? ', on no statement' : '';
    view.set(
      `money ${key}`,
      one ? `${text(one, 'amount')} ${text(one, 'status')}, ${taken}${missing}` : 'is not there',
    );
  }
  return { view, orders };
};

const KINDS = { registration_fees: 'RF', subscriptions: 'SS', device_payments: 'DP' } as const;
const STATES = ['submitted', 'cleared', 'rejected', 'reversed'] as const;
const REFUND_STATES = ['asked', 'approved', 'refused', 'paid', 'withdrawn'] as const;
const WAIVERS = ['waiver', 'write_off'] as const;
const GIVERS = ['people', 'server'] as const;
const MODES = ['momo', 'cash', 'bank', 'cheque'] as const;

/** The totals of lists and accounts, and all receipts, as the model's books say them. */
export const totalsInBooks = (books: Books): View => {
  const view: View = new Map();
  const payments = books.payments.all();
  const amountOf = (rows: readonly { amount: bigint }[]): string => inCedis(sumOf(rows.map(({ amount }) => amount)));
  for (const state of STATES) {
    const rows = payments.filter(({ status }) => status === state);
    view.set(`payments ${state}`, `${rows.length}: ${amountOf(rows)}`);
  }
  for (const [kind, type] of Object.entries(KINDS)) {
    const own = payments.filter(({ fee }) => fee.startsWith(type));
    const cleared = own.filter(({ status }) => status === 'cleared');
    const waiting = own.filter(({ status }) => status === 'submitted');
    view.set(
      `list of ${kind}`,
      `${cleared.length + waiting.length}: ${amountOf(cleared)}, waiting ${amountOf(waiting)}`,
    );
    for (const mode of MODES) {
      const [paid, back, open] = [cleared, own.filter(({ status }) => status === 'reversed'), waiting].map((rows) =>
        rows.filter((one) => one.mode === mode),
      ) as [typeof own, typeof own, typeof own];
      const counts = `${paid.length + back.length}, ${back.length} reversed, ${open.length} waiting`;
      view.set(`${kind} by ${mode}`, `${counts}: ${amountOf(paid)}, ${amountOf(back)}, ${amountOf(open)}`);
    }
  }
  const money = books.money.all();
  const left = inCedis(sumOf(money.map(({ key }) => leftOf(books, key))));
  view.set('money received', `${money.length}: ${amountOf(money)}, left ${left}`);
  view.set('money on no statement', String(money.filter(({ missing }) => missing !== null).length));
  const waived = books.uses.all().filter((use) => use.kind !== null);
  for (const kind of WAIVERS) {
    for (const giver of GIVERS) {
      const rows = waived.filter((use) => use.isUsed && use.kind === kind && use.isOwn === (giver === 'server'));
      view.set(`${kind} by ${giver}`, `${rows.length}: ${inCedis(sumOf(rows.map((use) => use.waived)))}`);
    }
  }
  view.set(
    'waivers',
    sorted(
      waived.map((use) =>
        [
          use.kind,
          use.driver,
          use.fee,
          inCedis(use.waived),
          inCedis(use.amount),
          use.isUsed ? 'used' : 'returned',
        ].join(' '),
      ),
    ),
  );
  const owing = books.drivers.all().flatMap((driver) => {
    if (driver.mergedInto !== null) return [];
    const owed = sumOf(heldOf(books, driver).map(({ price }) => price)) - creditOf(books, driver.code);
    const waits = books.payments.by('driver', driver.code).filter(({ status }) => status === 'submitted');
    return owed > 0n ? [{ amount: owed, waits: sumOf(waits.map(({ amount }) => amount)) }] : [];
  });
  view.set(
    'arrears',
    `${owing.length}: ${amountOf(owing)}, waiting ${inCedis(sumOf(owing.map(({ waits }) => waits)))}`,
  );
  for (const [name, balance] of accountsInBooks(books)) view.set(name, balance);
  for (const state of REFUND_STATES) {
    const rows = books.refunds.all().filter(({ status }) => status === state);
    view.set(`refunds ${state}`, `${rows.length}: ${amountOf(rows)}`);
  }
  const receipts = books.receipts.all();
  view.set('receipt numbers', `1 to ${receipts.length}`);
  const said = receipts.map(({ payment, amount, isVoid }) => {
    const { mode } = books.payments.get(payment);
    return `${mode} ${inCedis(amount)} ${isVoid ? 'void' : 'issued'}`;
  });
  view.set('receipts', sorted(said));
  return view;
};

/** The rows of all pages. */
const allRows = async (product: Product, path: string): Promise<Listed[]> => {
  const all: Listed[] = [];
  for (let page = 1; ; page += 1) {
    const { rows } = await product.call('GET', `${path}?size=200&page=${page}`, undefined, 0);
    all.push(...rows);
    if (rows.length < 200) return all;
  }
};

/** The same as the product says it. */
export const totalsOf = async (product: Product): Promise<View> => {
  const view: View = new Map();
  const ask = (path: string) => product.call('GET', path, undefined, 0);
  for (const state of STATES) {
    const { total } = await ask(`/payments?status=${state}&size=1`);
    view.set(`payments ${state}`, `${total('x-total-count')}: ${total('x-total-amount')}`);
  }
  for (const [kind, type] of Object.entries(KINDS)) {
    const { total } = await ask(`/payments?payment_type=${type}&size=1`);
    const sums = `${total('x-total-amount')}, waiting ${total('x-waiting-amount')}`;
    view.set(`list of ${kind}`, `${total('x-total-count')}: ${sums}`);
    const { rows } = await ask(`/payments/by_mode?kind=${kind}`);
    for (const mode of MODES) {
      const one = rows.find((row) => row.mode === mode) ?? {};
      const said = (name: string, none = '0.00'): string => String(one[name] ?? none);
      const counts = `${said('count', '0')}, ${said('reversed_count', '0')} reversed, ${said('waiting_count', '0')} waiting`;
      view.set(`${kind} by ${mode}`, `${counts}: ${said('amount_paid')}, ${said('reversed')}, ${said('waiting')}`);
    }
  }
  const { total: received } = await ask('/money_received?size=1');
  const sums = `${received('x-total-amount')}, left ${received('x-waiting-amount')}`;
  view.set('money received', `${received('x-total-count')}: ${sums}`);
  const { total: lacking } = await ask('/money_received?missing=missing&size=1');
  view.set('money on no statement', lacking('x-total-count'));
  const { rows: figures } = await ask('/waivers/figures');
  for (const kind of WAIVERS) {
    for (const giver of GIVERS) {
      const found = figures.find((one) => one.kind === kind && one.by === giver) ?? { count: 0, amount: '0.00' };
      view.set(`${kind} by ${giver}`, `${found.count}: ${found.amount}`);
    }
  }
  const kinds: readonly unknown[] = WAIVERS;
  const waived = (await allRows(product, '/waivers')).filter(({ kind }) => kinds.includes(kind));
  view.set(
    'waivers',
    sorted(
      waived.map((one) => [one.kind, one.driver_code, feeIn(one), one.waived, one.credit_used, one.status].join(' ')),
    ),
  );
  const { total: arrears } = await ask('/arrears?size=1');
  const owed = `${arrears('x-total-amount')}, waiting ${arrears('x-waiting-amount')}`;
  view.set('arrears', `${arrears('x-total-count')}: ${owed}`);
  for (const [name, balance] of await accountsOf(product)) view.set(name, balance);
  const { rows: refunds } = await ask('/refunds/figures');
  for (const state of REFUND_STATES) {
    const found = refunds.find(({ status }) => status === state) ?? { count: 0, amount: '0.00' };
    view.set(`refunds ${state}`, `${found.count}: ${found.amount}`);
  }
  const receipts = await allRows(product, '/receipts');
  const numbers = receipts.map(({ id }) => Number(id)).toSorted((a, b) => a - b);
  const isGapless = numbers.every((number, at) => number === at + 1);
  view.set('receipt numbers', isGapless ? `1 to ${numbers.length}` : `with gaps: ${numbers.join(', ')}`);
  view.set('receipts', sorted(receipts.map((one) => `${one.mode} ${text(one, 'amount')} ${text(one, 'status')}`)));
  return view;
};

/** Each thing of which the two say something else. */
export const differencesOf = (model: View, product: View): string[] =>
  [...new Set([...model.keys(), ...product.keys()])].flatMap((name) => {
    const [mine, theirs] = [model.get(name) ?? 'nothing', product.get(name) ?? 'nothing'];
    return mine === theirs ? [] : [`${name}\n  model   ${mine}\n  product ${theirs}`];
  });
