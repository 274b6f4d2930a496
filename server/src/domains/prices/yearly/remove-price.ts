import { formatMoney, pricedName } from '@banbo/contract';
import { z } from 'zod';
import type { Tx } from '#db/database.ts';
import { type Approvers, askApproval, defineApproval, handsOn, refuseWhileWaiting } from '#domains/approvals';
import { existing, Refusal } from '#lib/refusal.ts';
import { PRICE_KINDS, type PriceChanging, type PriceFacts, useOfPrice, withZone } from './change-prices.ts';
import { auditPrices, noteSetting, PRICE_NOUN, priceSubject, type WithZone } from './note-prices.ts';
import { deletePrice, lockAnyPrice, lockPrice, type PriceDesk, type PricedType } from './yearly-prices.repo.ts';

/** Refuses with 409 `conflict` to delete a price that is in use. */
const refuseUsed = (price: PricedType & WithZone, use: 'payments' | 'debts'): Refusal => {
  const named = `The price of ${pricedName(price)} for ${price.year}`;
  const why =
    use === 'payments'
      ? 'is used by payments'
      : price.period === 'monthly'
        ? 'is what drivers may still owe for its months'
        : 'is what drivers may still owe';
  return new Refusal('conflict', `${named} ${why}, so it cannot be deleted. You can change its amount instead.`);
};

/** Deletes a locked price that is not used, and says so. */
const removed = async (
  tx: Tx,
  price: PricedType & WithZone,
  facts: PriceFacts,
  { accountIds, by: { caller, now } }: { accountIds: readonly string[] } & Pick<PriceChanging, 'by'>,
): Promise<string> => {
  const use = await useOfPrice(tx, price, facts, now);
  if (use) throw refuseUsed(price, use);
  await deletePrice(tx, price.id);
  await noteSetting(tx, [price], accountIds, now);
  await auditPrices(tx, { caller, now }, [{ action: 'prices.delete', price, was: price }]);
  return `The price of ${pricedName(price)} for ${price.year} is deleted.`;
};

/** The removal of a price that its remover has not set alone. */
export const priceRemoval = (facts: PriceFacts) =>
  defineApproval({
    kind: 'prices.remove',
    input: z.strictObject({ amount: z.string() }),
    apply: async (tx, { input: { amount }, subjectId, askedBy, by, now }) => {
      const price = await withZone(tx, existing(await lockAnyPrice(tx, subjectId), PRICE_NOUN), facts.zoneNames);
      if (price.amount !== amount)
        throw new Refusal('conflict', `${pricedName(price)} now costs ${formatMoney(price.amount)}.`);
      const accountIds = [...new Set([askedBy.accountId, by.accountId])];
      return { message: await removed(tx, price, facts, { accountIds, by: { caller: by, now } }) };
    },
  });

export type PriceRemoving = Approvers &
  Pick<PriceChanging, 'facts' | 'by'> & { priceRemoval: ReturnType<typeof priceRemoval> };

/**
 * Deletes an unused price. One that its remover has not set alone waits for another person: after
 * it the year has no price, or gets a lower one as its first. Refuses with 404 `not_found` and 409
 * `conflict`, also while a change of it waits.
 */
export const removePrice = async (
  tx: Tx,
  { desk, id }: { desk: PriceDesk; id: string },
  { facts, staff, priceRemoval: asking, by: { caller: by, now } }: PriceRemoving,
): Promise<string> => {
  for (const kind of PRICE_KINDS) await refuseWhileWaiting(tx, kind, id);
  const locked = existing(await lockPrice(tx, desk, id), PRICE_NOUN);
  const price = await withZone(tx, locked, facts.zoneNames);
  const hands = await handsOn(tx, [priceSubject(price)]);
  const isOwn = hands.length > 0 && hands.every(({ account_id }) => account_id === by.accountId);
  if (isOwn) return removed(tx, price, facts, { accountIds: [by.accountId], by: { caller: by, now } });
  const use = await useOfPrice(tx, price, facts, now);
  if (use) throw refuseUsed(price, use);
  const asked = {
    subject: { id, name: `${pricedName(price)} ${price.year}` },
    input: { amount: price.amount },
    changes: [{ field: 'Price', before: formatMoney(price.amount), after: 'Deleted' }],
    because: 'You have not set it alone.',
    ...{ by, now },
  };
  return (await askApproval(tx, asking, asked, staff)).message;
};
