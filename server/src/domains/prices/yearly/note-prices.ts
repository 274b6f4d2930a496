import { type AuditAction, type PlanSlug, pricedName } from '@banbo/contract';
import type { Db, Tx } from '#db/database.ts';
import type { ChangedBy } from '#db/lookup/change-lookup.ts';
import { noteHands } from '#domains/approvals';
import { auditAll } from '#domains/audit';
import type { CopiedRow, PricedType } from './yearly-prices.repo.ts';

/** The names of zones by their ids, as the land domain knows them. */
export type ZoneNames = (db: Db, ids: readonly string[]) => Promise<ReadonlyMap<string, string>>;

export const PRICE_NOUN = 'yearly price';

/** The name of the zone that a price is for. */
export type WithZone = { zone: string | null };

/** Prices with the names of their zones. */
export const withZones = async <Row extends { zone_id: string | null }>(
  db: Db,
  rows: readonly Row[],
  zoneNames: ZoneNames,
): Promise<(Row & WithZone)[]> => {
  const ids = new Set(rows.flatMap(({ zone_id }) => zone_id ?? []));
  const names = ids.size === 0 ? new Map<string, string>() : await zoneNames(db, [...ids]);
  return rows.map((row) => ({ ...row, zone: row.zone_id === null ? null : (names.get(row.zone_id) ?? '') }));
};

/** A price as use cases answer it; each desk presents its own fields. */
export type DeskPrice = CopiedRow & WithZone;

type Audited = { action: AuditAction; price: DeskPrice; was?: DeskPrice };

const values = ({ year, type_code, plan, zone_id, zone, land_use, amount }: DeskPrice) => {
  const place = zone_id === null && land_use === null ? {} : { zone, land_use };
  return { year, type_code, plan, ...place, amount };
};

/** Audits changed prices; `was` is the price before, and for a deleted price `price` equals it. */
export const auditPrices = (tx: Tx, { caller, now }: ChangedBy, changes: readonly Audited[]): Promise<void> =>
  auditAll(
    tx,
    caller,
    changes.map(({ action, price, was }) => ({
      action,
      subject: { kind: PRICE_NOUN, id: price.id, name: `${price.year} ${pricedName(price)}` },
      ...(was && { before: values(was) }),
      ...(action !== 'prices.delete' && { after: values(price) }),
    })),
    now,
  );

type Subject = { year: number; type_code: string; plan: PlanSlug | null } & Partial<
  Pick<PricedType, 'zone_id' | 'land_use'>
>;

/** A price in the hands of those who set it: payments name it by these, without its number. */
export const priceSubject = ({ year, type_code, plan, zone_id, land_use }: Subject) => {
  const place = [zone_id && `zone ${zone_id}`, land_use].filter(Boolean);
  return { kind: 'price', id: [year, type_code, plan ?? 'all', ...place].join(' ') };
};

/** Notes who set, changed or deleted prices. */
export const noteSetting = (tx: Tx, prices: readonly Subject[], accountIds: readonly string[], now: Date) =>
  noteHands(
    tx,
    accountIds.map((accountId) => ({ accountId, what: 'changed_price', subjects: prices.map(priceSubject) })),
    now,
  );
