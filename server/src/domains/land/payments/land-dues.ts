import { formatMoney, fromPesewas, type LandUse, type OwnerKind, today, toPesewas } from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { clearedOfLand } from '#domains/payments';
import { landPricesFor } from '#domains/prices';
import { refusalAt } from '#lib/refusal.ts';
import { shareRuleOn } from '../shares/share-rules.repo.ts';

type Paying = {
  tenant_id: string | null;
  application_id: string | null;
  plot: { id: string; zone_id: string; land_use: LandUse } | null;
};

/** The money text that is due of a code: its price, or the rest after a part of it. */
export type LandDue = { type_code: string; description: string; due: string; isPart: boolean };

/**
 * The money that is due this year of each code with a price there: the price, less what was cleared
 * of it, beyond whole prices, for the application in any year, else this year for the plot, else
 * for the tenant without a plot. A code that was paid whole is due anew, as a further form is, also
 * where its price has changed since.
 */
export const duesOfLand = async (
  db: Db,
  { tenant_id, application_id, plot }: Paying,
  now: Date,
): Promise<LandDue[]> => {
  const year = Number(today(now).slice(0, 4));
  const prices = await landPricesFor(db, { year, zoneId: plot?.zone_id ?? null, landUse: plot?.land_use ?? null });
  const paidFor = { tenant_id, application_id, plot_id: plot?.id ?? null };
  const cleared = await clearedOfLand(db, paidFor, `${year}-01-01`);
  return prices.flatMap(({ amount, type_code, description }) => {
    if (amount === null) return [];
    const { paid, isExact } = cleared.get(type_code) ?? { paid: 0n, isExact: true };
    const price = toPesewas(amount);
    const begun = isExact ? 0n : paid % price;
    return [{ type_code, description, due: fromPesewas(price - begun), isPart: begun > 0n }];
  });
};

type Unshared = { plot: { owner_kind: OwnerKind } | null; type_code: string; amount: string; due: string | null };

/**
 * Refuses with 422 `refused` money by whose code the shares of stool land would be passed over: a
 * shared code without a plot, and on stool and skin land more than is due of a code that is not
 * shared. Rule 138 of docs/product/land.md.
 */
export const refuseUnshared = async (db: Db, { plot, type_code, amount, due }: Unshared, now: Date): Promise<void> => {
  const { types = [] } = (await shareRuleOn(db, today(now))) ?? {};
  if (types.length === 0) return;
  if (types.includes(type_code)) {
    if (plot === null)
      throw refusalAt('refused', 'plot_id', 'Please choose the plot: a part of this money may be a stool’s.');
    return;
  }
  if (plot?.owner_kind !== 'stool' && plot?.owner_kind !== 'skin') return;
  if (due === null)
    throw refusalAt(
      'refused',
      'payment_type',
      'This code is not shared and has no price here. Please set its price first.',
    );
  if (toPesewas(amount) <= toPesewas(due)) return;
  const rest = 'Please enter the rest under the code that it is for.';
  throw refusalAt('refused', 'amount', `${formatMoney(due)} is due under this code, which is not shared. ${rest}`);
};
