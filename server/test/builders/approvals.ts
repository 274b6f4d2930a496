import { BUILT_IN_NETWORKS, type ReceivedPayment } from '@banbo/contract';
import { sql } from 'kysely';
import type { Tx } from '#db/database.ts';
import { firstYearOwed } from '#domains/drivers';
import { staffDirectory } from '#domains/identity';
import { landDesk as land, namesOfZones } from '#domains/land';
import { forgiving, isPaidInYear } from '#domains/payments';
import { grantApproval, refuseApproval } from '../../src/domains/approvals/decide-approval.ts';
import type { AnyApproval } from '../../src/domains/approvals/define-approval.ts';
import { askIfBackdated, backdatedMoney } from '../../src/domains/clearance/desk/backdated-money.ts';
import { changePrice, priceChange } from '../../src/domains/prices/yearly/change-prices.ts';
import type { AtWork } from './desk-work.ts';

const staff = staffDirectory;
const facts = { owedFrom: firstYearOwed, isPaid: isPaidInYear, zoneNames: namesOfZones };
const backdated = backdatedMoney({ networks: async () => BUILT_IN_NETWORKS, land });

const lastAsked = async (tx: Tx): Promise<string> => {
  const { rows } = await sql<{ id: string }>`SELECT max(id)::text AS id FROM approvals`.execute(tx);
  return rows[0]?.id ?? '';
};

/** Asks for another amount of a price in use, without a plan; gives the approval's id. */
export const askForPrice = async (
  tx: Tx,
  { typeCode, year, amount }: { typeCode: string; year: number; amount: string },
  { by: caller, now }: AtWork,
): Promise<string> => {
  const { rows } = await sql<{ id: string }>`
    SELECT id::text FROM payment_list WHERE type_code = ${typeCode} AND year = ${year} ORDER BY id LIMIT 1`.execute(tx);
  const changed = { desk: 'drivers', id: rows[0]?.id ?? '', amount } as const;
  const deps = { facts, forgiving, priceChange: priceChange(forgiving), staff };
  await changePrice(tx, changed, { ...deps, by: { caller, now } });
  return lastAsked(tx);
};

/** Receives money of a day long past, which waits for approval; gives the approval's id. */
export const askForLateMoney = async (tx: Tx, receive: ReceivedPayment, { by, now }: AtWork): Promise<string> => {
  await askIfBackdated(tx, { receive }, { by, networks: BUILT_IN_NETWORKS, now }, { backdated, staff, land });
  return lastAsked(tx);
};

/** Approves what was asked for by a definition, which applies it. */
export const buildApproval = async (tx: Tx, id: string, definition: AnyApproval, made: AtWork): Promise<void> => {
  await grantApproval(tx, { id, ...made }, { definitions: new Map([[definition.kind, definition]]), staff });
};

/** Approves money of a day long past, which is then recorded. */
export const approveLateMoney = (tx: Tx, id: string, made: AtWork): Promise<void> =>
  buildApproval(tx, id, backdated.drivers, made);

/** Refuses what an approval asks for. */
export const buildRefusal = async (tx: Tx, id: string, { reason, ...made }: AtWork & { reason: string }) => {
  await refuseApproval(tx, { id, ...made, body: { reason } }, { definitions: new Map() });
};
