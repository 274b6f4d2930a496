import * as contract from '@banbo/contract';
import { answerList } from '#http/lists/serve-lists.ts';
import { type LookupDeps, serveLookup } from '#http/lookup-routes.ts';
import type { ApiScope } from '#http/scope.ts';
import { serving } from '#http/serving.ts';
import type { Caller } from '#lib/caller.ts';
import { findType, PAYMENT_TYPES } from './payment-type-rules.ts';
import { missingPrices } from './price-of.ts';
import { pageOfPrices } from './prices.repo.ts';
import type { ApproversOfPrices, PriceUses } from './yearly/change-prices.ts';
import { addPrice, changePrice, copyPrices, removePrice, showPrice } from './yearly/change-prices.ts';

export const priceRoutes = (app: ApiScope, { staff, ...deps }: LookupDeps & PriceUses & ApproversOfPrices): void => {
  serveLookup(app, deps, PAYMENT_TYPES);
  const { db, now: clock, ...uses } = deps;
  const { read, change } = serving(app, { db, now: clock });
  const by = ({ by: caller, now }: { by: Caller; now: Date }) => ({ caller, now });
  read(contract.listYearlyPrices, async ({ query }, _, reply) => answerList(reply, await pageOfPrices(db, query)));
  read(contract.getYearlyPrice, ({ id, now }) => showPrice(db, id, uses, now));
  change(contract.addYearlyPrice, async (tx, asked) => {
    const entry = await addPrice(tx, asked.body, by(asked));
    const message = `${contract.pricedName(entry)} costs ${contract.formatMoney(entry.amount)} in ${entry.year}.`;
    return { message, entry };
  });
  change(contract.changeYearlyPrice, (tx, { id, body, ...asked }) =>
    changePrice(tx, { id, amount: body.amount }, { uses, staff, by: by(asked) }),
  );
  change(contract.deleteYearlyPrice, (tx, { id, ...asked }) => removePrice(tx, id, uses, by(asked)));
  change(contract.copyYearlyPrices, (tx, asked) => copyPrices(tx, asked.body.year, by(asked)));
  read(contract.findPaymentType, ({ body }) => findType(db, body.type_code));
  read(contract.getMissingPrices, async ({ now }) => ({
    missing: await missingPrices(db, now, await uses.owedFrom(db)),
  }));
};
