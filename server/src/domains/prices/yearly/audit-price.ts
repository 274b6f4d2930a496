import { type AuditAction, pricedName, type YearlyPrice } from '@banbo/contract';
import type { Tx } from '#db/database.ts';
import type { ChangedBy } from '#db/lookup/change-lookup.ts';
import { auditAll } from '#domains/audit';

type Audited = { action: AuditAction; price: YearlyPrice; was?: YearlyPrice };

const values = ({ year, type_code, plan, amount }: YearlyPrice) => ({ year, type_code, plan, amount });

/** Writes a change of prices to the audit log; `was` is the price before it, and of a deleted one `price` is that too. */
export const auditPrices = (tx: Tx, { caller, now }: ChangedBy, changes: readonly Audited[]): Promise<void> =>
  auditAll(
    tx,
    caller,
    changes.map(({ action, price, was }) => ({
      action,
      subject: { kind: 'yearly price', id: price.id, name: `${price.year} ${pricedName(price)}` },
      ...(was && { before: values(was) }),
      ...(action !== 'prices.delete' && { after: values(price) }),
    })),
    now,
  );
