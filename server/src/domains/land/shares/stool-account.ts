import {
  addDays,
  BENEFICIARIES,
  BENEFICIARY_LABELS,
  type Beneficiary,
  type BookDays,
  fromPesewas,
  type StoolAccount,
  toPesewas,
} from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { balancesOf, balancesOn, SHARE_ACCOUNTS } from '#domains/ledger';
import { describeTypes } from '#domains/payments';
import { percentsOf } from './set-share-rule.ts';
import { paidBetween, sumsOfPayouts } from './share-payouts.repo.ts';
import { type StoredShareRule, shareRuleOn } from './share-rules.repo.ts';
import { PAYOUT_KEY, type SharedSum, sharedBetween } from './shared-sums.repo.ts';

type Each = Record<Beneficiary, bigint>;

const eachOf = (amountOf: (name: Beneficiary) => bigint): Each =>
  Object.fromEntries(BENEFICIARIES.map((name) => [name, amountOf(name)])) as Each;

const inMoney = (each: Each) => ({
  ...{ oasl: fromPesewas(each.oasl), stool: fromPesewas(each.stool) },
  ...{ council: fromPesewas(each.council), assembly: fromPesewas(each.assembly) },
});

const wholeOf = (each: Each): bigint => BENEFICIARIES.reduce((sum, name) => sum + each[name], 0n);

/** The name of a beneficiary by a rule; by what it is while there is none. */
const namesBy = (rule: StoredShareRule | undefined): Record<Beneficiary, string> =>
  rule
    ? {
        ...{ oasl: BENEFICIARY_LABELS.oasl, stool: rule.stool_name },
        ...{ council: rule.council_name, assembly: rule.assembly_name },
      }
    : BENEFICIARY_LABELS;

const typesOf = async (db: Db, sums: readonly SharedSum[]): Promise<StoolAccount['types']> => {
  const describe = await describeTypes(db);
  const byType = Map.groupBy(sums, ({ key }) => key);
  byType.delete(PAYOUT_KEY);
  return [...byType].map(([code, ofType]) => {
    const shares = eachOf((name) => -(ofType.find(({ beneficiary }) => beneficiary === name)?.pesewas ?? 0n));
    return { code, name: describe(code), gross: fromPesewas(wholeOf(shares)), shares: inMoney(shares) };
  });
};

type Given = { days: BookDays; sums: readonly SharedSum[]; rule: StoredShareRule | undefined };

const balancesIn = async (db: Db, { days, sums, rule }: Given): Promise<StoolAccount['balances']> => {
  const names = namesBy(rule);
  const before = addDays(days.from, -1);
  const balances = await balancesOn(db, [before, days.to]);
  const waiting = await sumsOfPayouts(db, ['asked', 'approved']);
  const held = await balancesOf(db, Object.values(SHARE_ACCOUNTS));
  return BENEFICIARIES.map((beneficiary) => {
    const own = sums.filter((sum) => sum.beneficiary === beneficiary);
    const at = (day: string) => -(balances.get(day)?.get(SHARE_ACCOUNTS[beneficiary]) ?? 0n);
    const [opening, closing] = [at(before), at(days.to)];
    const paid = own.find(({ key }) => key === PAYOUT_KEY)?.pesewas ?? 0n;
    const shared = own.reduce((sum, { key, pesewas }) => (key === PAYOUT_KEY ? sum : sum - pesewas), 0n);
    const waits = waiting.get(beneficiary) ?? '0.00';
    return {
      ...{ beneficiary, name: names[beneficiary], opening: fromPesewas(opening), shared: fromPesewas(shared) },
      ...{ paid_out: fromPesewas(paid), other: fromPesewas(closing - opening - shared + paid) },
      ...{ closing: fromPesewas(closing), waiting: waits },
      available: fromPesewas(-(held.get(SHARE_ACCOUNTS[beneficiary]) ?? 0n) - toPesewas(waits)),
    };
  });
};

const readAccount = async (db: Db, days: BookDays): Promise<StoolAccount> => {
  const rule = await shareRuleOn(db, days.to);
  const sums = await sharedBetween(db, { before: addDays(days.from, -1), to: days.to }, SHARE_ACCOUNTS);
  const total = eachOf((name) =>
    sums.reduce(
      (sum, { beneficiary, key, pesewas }) => (beneficiary === name && key !== PAYOUT_KEY ? sum - pesewas : sum),
      0n,
    ),
  );
  return {
    ...days,
    percents: rule ? percentsOf(rule) : null,
    types: await typesOf(db, sums),
    total: { gross: fromPesewas(wholeOf(total)), shares: inMoney(total) },
    balances: await balancesIn(db, { days, sums, rule }),
    payouts: (await paidBetween(db, days)).flatMap(({ paid_on, reference, ...row }) => {
      if (paid_on === null || reference === null) return [];
      const { id, number, beneficiary, paid_to, mode, reason, amount } = row;
      return [{ id, number, beneficiary, paid_on, paid_to, mode, reference, reason, amount }];
    }),
  };
};

/** The shares of any days by the books, as of one moment. */
export const showStoolAccount = (db: Db, { query }: { query: BookDays }): Promise<StoolAccount> =>
  db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute((tx) => readAccount(tx, query));
