import {
  type CaseClaim,
  type CaseMoney,
  type CaseRecord,
  fromPesewas,
  isDoubted,
  MAX_DECIDED_AT_ONCE,
  type PreviewedCase,
  payOwed,
  type SuggestedDriver,
  toPesewas,
} from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { driversSuggested } from '#domains/drivers';
import { pluck } from '#lib/values.ts';
import { unclaimedMoney } from './cases.repo.ts';
import { RELATIONS } from './list-cases.ts';
import { showCase } from './show-case.ts';

/** Unclaimed money that is looked through for references at most, the oldest first. */
const LOOKED_THROUGH = 500;

const sumOf = (amounts: readonly string[]): bigint => amounts.reduce((sum, amount) => sum + toPesewas(amount), 0n);

/** Reasons for which a claim is cleared among many; the others need a look at their case. */
const CLEARED_AMONG_MANY: ReadonlySet<string> = new Set(['ready', 'differs', 'below_price', 'paid']);

const claimWithoutMoney = 'No money with its transaction ID was received yet.';
const NEEDS_A_LOOK = 'Open the case: it is decided by itself.';

type Looked = Pick<PreviewedCase, 'decision' | 'why_not'>;

const refused = (why: string): Looked => ({ decision: null, why_not: why });

const claimDecision = ({ reason, clearing_hindrance, claim }: CaseRecord, money: CaseMoney | null): Looked => {
  if (!money) return refused(claimWithoutMoney);
  if (clearing_hindrance !== null) return refused(clearing_hindrance);
  if (!claim || !CLEARED_AMONG_MANY.has(reason)) return refused(NEEDS_A_LOOK);
  if (money.status !== 'open' || money.left === '0.00' || isDoubted(money)) return refused(NEEDS_A_LOOK);
  const decision = claim.is_paid ? 'credit' : 'clear';
  return { decision: { decision, transfer_id: money.id, amount: money.left }, why_not: null };
};

const previewClaim = (record: CaseRecord, claim: CaseClaim): PreviewedCase => {
  const { payment_type, payment_year, payment_month, amount } = claim;
  const missing = claim.missing ?? claim.amount_due ?? amount;
  const received = record.money?.left ?? amount;
  return {
    id: record.id,
    name: claim.payer.fullname,
    transaction_id: claim.transaction_id,
    driver: claim.payer.driver,
    pays: [{ payment_type, payment_year, payment_month, amount: received, missing }],
    amount: received,
    difference: fromPesewas(toPesewas(received) - toPesewas(missing)),
    ...claimDecision(record, record.money),
  };
};

/** The one driver whom the payer's words or number name; a name alone is nobody for sure. */
const sureDriver = (drivers: readonly SuggestedDriver[]): SuggestedDriver | null => {
  const named = drivers.filter(({ why }) => why.includes('reference'));
  const sure = named.length > 0 ? named : drivers.filter(({ why }) => why.includes('number'));
  return sure.length === 1 ? (sure[0] ?? null) : null;
};

const moneyDecision = (record: CaseRecord, money: CaseMoney, one: SuggestedDriver | null): Looked => {
  if (record.hindrance !== null) return refused(record.hindrance);
  if (money.status !== 'open' || isDoubted(money) || record.reason === 'two_networks') return refused(NEEDS_A_LOOK);
  if (record.suggestions.some(({ is_named }) => is_named))
    return refused('A claim of this driver waits. Open the case and match it.');
  if (!one) return refused('No driver, or more than one, has this car or number.');
  if (payOwed(money.left, one.due).length === 0) return refused(`${one.driver.driver_code} owes nothing.`);
  const { left } = money;
  return { decision: { decision: 'pay_owed', driver_id: one.driver.id, left, owed: one.owed }, why_not: null };
};

const previewMoney = (record: CaseRecord, money: CaseMoney): PreviewedCase => {
  const one = sureDriver(record.drivers);
  const pays = one ? payOwed(money.left, one.due) : [];
  const missing = sumOf(pluck(pays, 'missing'));
  return {
    id: record.id,
    name: money.payer_name,
    transaction_id: money.transaction_id,
    driver: one?.driver ?? null,
    pays,
    amount: money.left,
    difference: fromPesewas(pays.length === 0 ? 0n : toPesewas(money.left) - missing),
    ...moneyDecision(record, money, one),
  };
};

/** The oldest unclaimed money whose payer wrote the car or code of a driver. */
const moneyOfKnownCars = async (db: Db): Promise<string[]> => {
  const money = await unclaimedMoney(db, RELATIONS, LOOKED_THROUGH);
  const named = new Set(
    (await driversSuggested(db, money)).flatMap(({ id, why }) => (why === 'reference' ? [id] : [])),
  );
  return money.filter(({ id }) => named.has(id)).map(({ id }) => `T${id}`);
};

/** Previews clearing each of the cases; without ids, money whose reference names a driver. */
export const previewCases = async (
  db: Db,
  ids: readonly string[] | undefined,
  looking: Parameters<typeof showCase>[2],
): Promise<{ cases: PreviewedCase[] }> => {
  const asked = ids ?? (await moneyOfKnownCars(db));
  const cases: PreviewedCase[] = [];
  for (const id of new Set(asked.slice(0, MAX_DECIDED_AT_ONCE))) {
    const record = await showCase(db, id, looking);
    if (record.claim) cases.push(previewClaim(record, record.claim));
    else if (record.money) cases.push(previewMoney(record, record.money));
  }
  return { cases };
};
