import { formatDay, formatMoney, idOfNetwork, networkName, networksOwnKey } from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { heldAmong } from '#domains/payments';
import { pluck } from '#lib/values.ts';
import { moneyOfNetworks, type Transfer } from './transfers.repo.ts';

/** Money by transaction ID without its network: the first of each ID before its twins. */
export const moneyByOwnKey = async (
  db: Db,
  transactionIds: readonly string[],
): Promise<ReadonlyMap<string, Transfer[]>> =>
  Map.groupBy(await moneyOfNetworks(db, transactionIds), ({ key }) => networksOwnKey(key));

/**
 * The ID under which money of a network is, or is to be recorded, beside what is known of its
 * transaction ID (docs/product/clearance.md, rule 48). Money whose network nobody knows may be this
 * one, so it is taken for it. Null without a network where two have the ID.
 */
export const idAmong = (
  money: readonly Pick<Transfer, 'transaction_id' | 'network' | 'twin_of'>[],
  id: string,
  network: string | null,
): string | null => {
  const first = money.find(({ twin_of }) => twin_of === null);
  if (!first) return id;
  if (network === null) return money.length === 1 ? id : null;
  const own = money.find((one) => one.network === network);
  if (own) return own.transaction_id;
  return first.network === null ? id : idOfNetwork(id, network);
};

/** Money of two networks in words, for a choice between them. */
export const networksInWords = (money: readonly Pick<Transfer, 'network' | 'amount' | 'received_on'>[]): string =>
  money
    .map(
      ({ network, amount, received_on }) =>
        `${network === null ? 'MoMo' : networkName(network)}, ${formatMoney(amount)} of ${formatDay(received_on)}`,
    )
    .join('; ');

/**
 * The IDs of all networks' money with a transaction ID, itself among them, and one of open money
 * that no payment holds: null where there is none, or where one network alone has the ID.
 */
export const idsForClaim = async (db: Db, id: string): Promise<{ all: string[]; free: string | null }> => {
  const money = await moneyOfNetworks(db, [id]);
  if (money.length < 2) return { all: [id], free: null };
  const held = await heldAmong(db, pluck(money, 'transaction_id'));
  const free = money.find(({ status, key }) => status === 'open' && !held.has(key));
  return { all: pluck(money, 'transaction_id'), free: free?.transaction_id ?? null };
};

/** The ID for a claim that staff enter: the given one while no payment holds it. */
export const idForEntry = async (db: Db, id: string): Promise<string> => {
  if ((await heldAmong(db, [id])).size === 0) return id;
  return (await idsForClaim(db, id)).free ?? id;
};
