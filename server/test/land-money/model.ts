/**
 * A calculation of the land side's money of its own, after docs/product/land.md. It shares no code
 * with the product: it keeps days one by one and sums everything anew whenever it is asked.
 */

export type ModelTenancy = { id: string; plot: string; isStool: boolean; rent: bigint; from: string; until: string };
type Charge = {
  tenancy: string;
  plot: string;
  kind: 'rent' | 'penalty';
  year: number;
  amount: bigint;
  due: string;
  raised: string;
  days: readonly string[];
  isCancelled: boolean;
};
export type Percents = { oasl: number; stool: number; council: number; assembly: number };
type Rule = { from: string; percents: Percents; types: readonly string[] };
type Line = { id: string; code: string; amount: bigint; tenancy: string | null; rule: Rule | null };
export type Receipt = {
  lines: readonly Line[];
  money: bigint;
  state: 'waiting' | 'cleared' | 'rejected' | 'reversed' | 'to refund' | 'refunded';
  /** A cheque that bounced is no money of the office. */
  isGone: boolean;
  transfer: string;
  isCheque: boolean;
  refund: string | null;
};

const DAY_MS = 86_400_000;
const FOREVER = '9999-12-31';
export const BENEFICIARIES = ['oasl', 'stool', 'council', 'assembly'] as const;
export type Beneficiary = (typeof BENEFICIARIES)[number];
type Sums = Record<Beneficiary, bigint>;

const daysOf = (from: string, until: string): string[] => {
  const days: string[] = [];
  for (let at = Date.parse(from); at < Date.parse(until); at += DAY_MS)
    days.push(new Date(at).toISOString().slice(0, 10));
  return days;
};
const daysOfYear = (year: number): string[] => daysOf(`${year}-01-01`, `${year + 1}-01-01`);
const half = (numerator: bigint, denominator: bigint): bigint => (numerator + denominator / 2n) / denominator;
const total = (amounts: readonly bigint[]): bigint => amounts.reduce((sum, one) => sum + one, 0n);

/** Article 267(6): a part of all, and three parts of what is left, in ten-thousandths. */
const partsOf = ({ oasl, stool, council, assembly }: Percents): Sums => {
  const [all, rest] = [BigInt(oasl), BigInt(100 - oasl)];
  return {
    oasl: all * 100n,
    stool: rest * BigInt(stool),
    council: rest * BigInt(council),
    assembly: rest * BigInt(assembly),
  };
};

/** Gives out pesewa after pesewa, each to whoever is furthest below what is theirs. */
const share = (amount: bigint, percents: Percents): Sums => {
  const parts = partsOf(percents);
  const given: Sums = { oasl: 0n, stool: 0n, council: 0n, assembly: 0n };
  for (const name of BENEFICIARIES) given[name] = (amount * parts[name]) / 10_000n;
  while (total(Object.values(given)) < amount) {
    const short = (name: Beneficiary) => amount * parts[name] - given[name] * 10_000n;
    given[BENEFICIARIES.reduce((most, one) => (short(one) > short(most) ? one : most))] += 1n;
  }
  return given;
};

export const openModel = () => {
  const tenancies = new Map<string, ModelTenancy>();
  const charges: Charge[] = [];
  const rules: Rule[] = [];
  const receipts: Receipt[] = [];
  const paidOut: Sums = { oasl: 0n, stool: 0n, council: 0n, assembly: 0n };

  const standing = (tenancy?: string) =>
    charges.filter((one) => !one.isCancelled && (tenancy === undefined || one.tenancy === tenancy));
  const isCleared = ({ state }: Receipt) => state === 'cleared';
  const clearedLines = () => receipts.filter(isCleared).flatMap(({ lines }) => lines);
  const paidOf = (tenancy: string) =>
    total(clearedLines().flatMap((line) => (line.tenancy === tenancy ? [line.amount] : [])));
  /** Each standing charge with the part that payments leave of it, the oldest first. */
  const unpaid = (tenancy: string): { charge: Charge; left: bigint }[] => {
    let paid = paidOf(tenancy);
    return standing(tenancy)
      .toSorted((one, other) => (one.due < other.due ? -1 : one.due > other.due ? 1 : 0))
      .map((charge) => {
        const covered = paid < charge.amount ? paid : charge.amount;
        paid -= covered;
        return { charge, left: charge.amount - covered };
      });
  };
  const owed = (tenancy: string) => total(standing(tenancy).map(({ amount }) => amount)) - paidOf(tenancy);
  const held = () => {
    const sums: Sums = { oasl: 0n, stool: 0n, council: 0n, assembly: 0n };
    for (const { amount, rule } of clearedLines()) {
      if (!rule) continue;
      const own = share(amount, rule.percents);
      for (const name of BENEFICIARIES) sums[name] += own[name];
    }
    for (const name of BENEFICIARIES) sums[name] -= paidOut[name];
    return sums;
  };

  return {
    tenancies,
    receipts,
    owed,
    held,
    hold: (tenancy: Omit<ModelTenancy, 'until'>) => tenancies.set(tenancy.id, { ...tenancy, until: FOREVER }),
    end: (id: string, day: string) => {
      const tenancy = tenancies.get(id);
      if (tenancy) tenancies.set(id, { ...tenancy, until: day });
    },
    current: () => [...tenancies.values()].filter(({ until }) => until === FOREVER),
    chargesOf: (tenancy: string) => charges.filter((one) => one.tenancy === tenancy),

    /** Raises a year's rent, and gives what each tenancy was charged. */
    raiseRent: (year: number, raised: string): Map<string, bigint> => {
      const made = new Map<string, bigint>();
      for (const { id, plot, rent, from, until } of tenancies.values()) {
        const ofYear = standing().filter((one) => one.kind === 'rent' && one.year === year);
        if (ofYear.some(({ tenancy }) => tenancy === id)) continue;
        const covered = new Set(ofYear.filter((one) => one.plot === plot).flatMap(({ days }) => days));
        const days = daysOfYear(year).filter((day) => day >= from && day < until && !covered.has(day));
        const amount = half(rent * BigInt(days.length), BigInt(daysOfYear(year).length));
        if (amount === 0n) continue;
        const due = days[0] ?? '';
        charges.push({ tenancy: id, plot, kind: 'rent', year, amount, due, raised, days, isCancelled: false });
        made.set(id, amount);
      }
      return made;
    },

    /** Raises penalties on a year's unpaid rent, and gives what each tenancy was charged. */
    raisePenalties: (year: number, day: string, { grace, percent }: { grace: number; percent: number }) => {
      const made = new Map<string, bigint>();
      const waiting = new Set(
        receipts.filter(({ state }) => state === 'waiting').flatMap(({ lines }) => lines.map(({ tenancy }) => tenancy)),
      );
      for (const { id, plot } of tenancies.values()) {
        if (charges.some((one) => one.tenancy === id && one.kind === 'penalty' && one.year === year)) continue;
        const rent = unpaid(id).find(({ charge }) => charge.kind === 'rent' && charge.year === year);
        if (!rent || waiting.has(id)) continue;
        const since = rent.charge.raised > rent.charge.due ? rent.charge.raised : rent.charge.due;
        if (Date.parse(day) - Date.parse(since) <= grace * DAY_MS) continue;
        const amount = half(rent.left * BigInt(percent), 100n);
        if (amount === 0n) continue;
        const kind = 'penalty' as const;
        charges.push({ tenancy: id, plot, kind, year, amount, due: day, raised: day, days: [], isCancelled: false });
        made.set(id, amount);
      }
      return made;
    },

    setRule: (rule: Rule) => rules.push(rule),
    /** The rule that a payment of a code is stored with on a day. */
    ruleFor: (code: string, isStool: boolean, day: string): Rule | null => {
      const rule = rules.findLast(({ from }) => from <= day);
      return isStool && rule?.types.includes(code) ? rule : null;
    },
    payOut: (to: Beneficiary, amount: bigint) => {
      paidOut[to] += amount;
    },

    account: (tenancy: string) => ({
      charged: total(standing(tenancy).map(({ amount }) => amount)),
      paid: paidOf(tenancy),
      owedSince: unpaid(tenancy).find(({ left }) => left > 0n)?.charge.due ?? null,
    }),

    /** The balances of the ledger, debits above zero. */
    balances: (): Map<string, bigint> => {
      const sums = new Map<string, bigint>();
      const add = (account: string, amount: bigint) => sums.set(account, (sums.get(account) ?? 0n) + amount);
      for (const { kind, amount } of standing()) {
        add('1300', amount);
        add(kind === 'rent' ? '4000-CC2000' : '4110', -amount);
      }
      for (const { code, amount } of clearedLines()) add(code === 'CC2000' ? '1300' : `4000-${code}`, -amount);
      for (const { lines, state } of receipts) {
        const sum = total(lines.map(({ amount }) => amount));
        if (state === 'to refund') add('2020', -sum);
      }
      for (const { money, state, isGone } of receipts) {
        if (state === 'waiting' || state === 'rejected' || isGone) continue;
        if (state !== 'refunded') add('money', money);
        if (state === 'reversed') add('2010', -money);
      }
      const own = held();
      for (const [n, name] of BENEFICIARIES.entries()) {
        add(`230${n + 1}`, -own[name]);
        add('4950', own[name] + paidOut[name]);
        add('money', -paidOut[name]);
      }
      return new Map([...sums].filter(([, amount]) => amount !== 0n));
    },
  };
};
export type LandMoneyModel = ReturnType<typeof openModel>;
