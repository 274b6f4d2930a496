import { apply } from './apply.ts';
import { type Books, openBooks, type Price } from './books.ts';
import { choose, nextMonth } from './choose.ts';
import { type Extra, explain, type Look, ordersOf, seenIn, seenInTotals, type Told } from './explain.ts';
import { describe, type Operation } from './operations.ts';
import { randomOf } from './random.ts';
import type { Rule } from './rules.ts';
import { inPesewas, type Product, prepare } from './send.ts';
import { differencesOf, totalsOf, type View, viewOf } from './views.ts';

/** `extras`: what may have happened besides. */
type Step = { told: Told[]; extras: readonly Extra[]; look: Look; totals: View | null };
type Job = 'match claims' | 'use credit';
export type Trace = { month: string; prices: Price[]; waivesUpTo: bigint; steps: Step[]; jobs: readonly Extra[] };

export type Settings = {
  seed: number;
  operations: number;
  /** Calls at once, at most. */
  atOnce: number;
  firstMonth: string;
  /** Operations between two comparisons of all lists and accounts. */
  totalsEvery: number;
  /** Operations in a month. */
  monthEvery: number;
  only?: readonly Operation['do'][];
  /** Batches of all kinds of calls, of one of which the server is killed. */
  killEvery?: number;
  /** Jobs that the server may do at any moment by itself. */
  jobs?: readonly Job[];
};

/** Calls that may be sent again under their key. */
const LOSABLE = new Set<string>([
  'register',
  'submit',
  'capture',
  'receive',
  'use',
  'approve',
  'ask refund',
  'approve refund',
]);

/** Sent again after a kill, these do more than once: a statement is another one then. */
const NEVER_KILLED = new Set<string>(['import', 'month', 'match claims', 'use credit']);
/** Jobs of the server run while calls come in, and again once a killed server is back. */
const MOST_RUNS = 2;

const pricesOf = async (product: Product): Promise<Price[]> => {
  const { rows } = await product.call('GET', '/payment_list?size=200');
  return rows.map(({ id, year, type_code, plan, amount }) => ({
    key: `${year} ${type_code} ${plan ?? ''}`,
    id: String(id),
    year: Number(year),
    type: String(type_code),
    plan: plan as Price['plan'],
    amount: inPesewas(String(amount)),
  }));
};

/** All that the server waives of a fee by itself. */
const waivesUpToOf = async (product: Product): Promise<bigint> => {
  const { body } = await product.call('GET', '/site/settings', undefined, 0);
  return inPesewas((body.settings as { waive_up_to: string }).waive_up_to);
};

const booksOf = ({ month, prices, waivesUpTo }: Trace, without: Rule | null = null): Books => {
  const books = openBooks({ month, without, waivesUpTo });
  for (const price of prices.filter(({ type }) => ['RF', 'SS', 'DP'].includes(type)))
    books.prices.put(price.key, price);
  books.journal.keep();
  return books;
};

/**
 * Drivers and money that operations in the model name, or change in any order: one that comes later
 * may find nothing to do.
 */
const touchedBy = (
  books: Books,
  told: readonly Told[],
  jobs: readonly Extra[],
): { drivers: string[]; money: string[] } => {
  const runs = jobs.map((job) => job.told);
  const rows = ordersOf(told).flatMap((order) => {
    const start = books.journal.mark();
    for (const { operation, named } of [...runs, ...order, ...runs]) apply(books, operation, named);
    const changed = books.journal.changedSince(start) as Record<string, unknown>[];
    books.journal.backTo(start);
    return changed;
  });
  const [drivers, money] = [new Set<string>(), new Set<string>()];
  for (const { operation } of told) {
    if ('driver' in operation) drivers.add(operation.driver);
    // The job must leave these alone.
    if (operation.do === 'use credit')
      for (const { code, isHolding } of books.drivers.all()) if (isHolding) drivers.add(code);
  }
  for (const row of rows) {
    if (typeof row?.driver === 'string') drivers.add(row.driver);
    if (typeof row?.code === 'string') drivers.add(row.code);
    if (typeof row?.key === 'string') money.add(row.key);
    if (typeof row?.money === 'string') money.add(row.money);
  }
  return {
    drivers: [...drivers].filter((code) => books.drivers.find(code)),
    money: [...money].filter((key) => books.money.find(key)),
  };
};

/** An operation with what its payment is, which its key does not say. */
const inFull = (books: Books, operation: Operation): string => {
  const payment = 'payment' in operation ? books.payments.find(operation.payment) : undefined;
  const refund = 'refund' in operation ? books.refunds.find(operation.refund) : undefined;
  if (refund) return `${describe(operation)} of ${refund.from} ${refund.driver ?? refund.money}`;
  return payment ? `${describe(operation)} of ${payment.fee} ${payment.id} ${payment.driver}` : describe(operation);
};

/** These change prices: a hand in a price counts where the claim came before it. */
const PRICING = new Set<string>(['plan', 'approve plan', 'ask price', 'approve']);

/** Leaves out claims that come at once with another price: no list shows which came first. */
const withSeenOrder = (operations: readonly Operation[]): Operation[] =>
  operations.filter((one) => {
    if (one.do !== 'submit') return true;
    const prices = operations.filter((other) => PRICING.has(other.do));
    return prices.every((other) => 'driver' in other && other.driver !== one.driver);
  });

const runOf = (job: Job): Extra => ({
  told: { operation: { do: job }, words: job, outcome: { isDone: true }, named: {}, said: 'by itself' },
  before: null,
});

/** A look during which no job changed anything: two that are equal are of one state. */
const steadily = async <Looked extends { view: View }>(
  look: () => Promise<Looked>,
  isSteady: boolean,
): Promise<Looked> => {
  let found = await look();
  while (!isSteady) {
    const again = await look();
    if (differencesOf(found.view, again.view).length === 0) break;
    found = again;
  }
  return found;
};

export type Found = { trace: Trace; differences: string[]; done: Map<string, number>; figures: Figures };
/** `lost`: answers that did not come; `compared`: things of which both were asked. */
type Figures = { refused: number; kills: number; lost: number; compared: number };

/** Does random things with the product and the model, until they differ. */
export const run = async (product: Product, settings: Settings): Promise<Found> => {
  const random = randomOf(settings.seed);
  // Of its own, so that what is chosen is not other things where it kills.
  const chance = randomOf(settings.seed + 1);
  const jobs = Array.from({ length: MOST_RUNS }, () => (settings.jobs ?? []).map(runOf)).flat();
  const start = { prices: await pricesOf(product), waivesUpTo: await waivesUpToOf(product) };
  const trace: Trace = { month: settings.firstMonth, ...start, steps: [], jobs };
  const books = booksOf(trace);
  const done = new Map<string, number>();
  const figures: Figures = { refused: 0, kills: 0, lost: 0, compared: 0 };
  let [count, ids] = [0, 0];
  let sinceTotals = 0;
  let sinceMonth = 0;
  const freshId = (): string => {
    ids += 1;
    return String(3_000_000_000 + ids);
  };

  const batch = async (operations: readonly Operation[]): Promise<string[]> => {
    const asked = await Promise.all(operations.map((operation) => prepare(product, books, operation)));
    const isOfAllKinds = settings.atOnce > 1 && chance.isOneIn(settings.killEvery ?? 8);
    const isKilled =
      (random.isOneIn(6) && operations.every((one) => LOSABLE.has(one.do))) ||
      (isOfAllKinds && operations.every((one) => !NEVER_KILLED.has(one.do)));
    if (isKilled) figures.kills += 1;
    const killing = isKilled ? product.kill() : null;
    const keys = asked.map(() => product.newKey());
    const sent = await Promise.all(
      asked.map(async (send, at) => {
        const key = keys[at] ?? '';
        // An answer that got lost: the same call again, under its key.
        if (LOSABLE.has(operations[at]?.do ?? '') && random.isOneIn(6)) {
          figures.lost += 1;
          await send(key);
        }
        return send(key);
      }),
    );
    await killing;
    // Of people who decide at once one does, and the others look again (clearance, rule 19).
    if (operations.length > 1)
      for (const [at, send] of asked.entries()) if (sent[at]?.isConflict) sent[at] = await send(keys[at] ?? '');
    const told = operations.map(
      (operation, at): Told => ({
        operation,
        words: inFull(books, operation),
        ...(sent[at] as (typeof sent)[number]),
      }),
    );
    // Sent again after a kill without a key, a call may have been done before it.
    const repeated = told.filter(({ operation }) => isKilled && !LOSABLE.has(operation.do));
    const extras = [...jobs, ...repeated.map((one): Extra => ({ told: one, before: one }))];
    const { drivers, money } = touchedBy(books, told, jobs);
    const isSteady = jobs.length === 0;
    const look = { drivers, money, ...(await steadily(() => viewOf(product, books, drivers, money), isSteady)) };
    const step: Step = { told, extras, look, totals: null };
    trace.steps.push(step);
    figures.compared += look.view.size;
    const differences = explain(books, told, seenIn(look), extras);
    for (const { operation, outcome } of told) {
      if (outcome.isDone) done.set(operation.do, (done.get(operation.do) ?? 0) + 1);
      else figures.refused += 1;
    }
    books.journal.keep();
    if (differences.length === 0 && sinceTotals >= settings.totalsEvery) {
      sinceTotals = 0;
      const { view } = await steadily(async () => ({ view: await totalsOf(product) }), isSteady);
      step.totals = view;
      figures.compared += view.size;
      differences.push(...explain(books, [], seenInTotals(view), jobs));
    }
    return differences.length === 0
      ? []
      : [
          `step ${trace.steps.length}, after ${count} operations\n${told.map(({ words }) => words).join('\n')}`,
          ...differences,
        ];
  };

  while (count < settings.operations) {
    const size = Math.min(1 + random.below(settings.atOnce), settings.operations - count);
    const isMonthOver = sinceMonth >= settings.monthEvery;
    const operations = isMonthOver
      ? [nextMonth(books)]
      : withSeenOrder(
          Array.from({ length: size }, () => choose({ books, random, freshId, only: settings.only ?? null })),
        );
    count += operations.length;
    sinceTotals += operations.length;
    sinceMonth = isMonthOver ? 0 : sinceMonth + operations.length;
    if (count >= settings.operations) sinceTotals = settings.totalsEvery;
    const differences = await batch(operations);
    if (differences.length > 0) return { trace, differences, done, figures };
  }
  return { trace, differences: [], done, figures };
};

/** A model that is wrong may not even know what is spoken of. */
const followed = (check: () => string[]): string[] => {
  try {
    return check();
  } catch (error) {
    return [String(error)];
  }
};

/** Holds a model without a rule to what a run has seen; gives the first differences. */
export const checkTrace = (trace: Trace, without: Rule | null): string[] => {
  const books = booksOf(trace, without);
  for (const { told, extras, look, totals } of trace.steps) {
    const differences = followed(() => explain(books, told, seenIn(look), extras));
    books.journal.keep();
    if (differences.length === 0 && totals)
      differences.push(...followed(() => explain(books, [], seenInTotals(totals), trace.jobs)));
    if (differences.length > 0) return differences;
  }
  return [];
};
