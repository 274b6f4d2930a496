import * as contract from '@banbo/contract';
import { answerList, type Lists } from '#http/lists/serve-lists.ts';
import { type LookupDeps, serveLookup } from '#http/lookup-routes.ts';
import type { ApiScope } from '#http/scope.ts';
import { serving } from '#http/serving.ts';
import type { Caller } from '#lib/caller.ts';
import { changeType, findType, PAYMENT_TYPES, type TypeChanges } from './payment-type-rules.ts';
import { missingPrices } from './price-of.ts';
import { pageOfPrices } from './prices.repo.ts';
import { addPrice } from './yearly/add-price.ts';
import { changePrice, type PriceChanging, type PriceFacts, showPrice } from './yearly/change-prices.ts';
import { copyPrices, previewCopy } from './yearly/copy-prices.ts';
import { landPricesSource, missingLandPrices, presentLandPrice, showLandPrices } from './yearly/land-prices.ts';
import type { DeskPrice } from './yearly/note-prices.ts';
import { type PriceRemoving, removePrice } from './yearly/remove-price.ts';

type Deps = LookupDeps &
  PriceFacts &
  TypeChanges &
  Pick<PriceChanging, 'priceChange'> &
  Pick<PriceRemoving, 'priceRemoval'> & { lists: Lists };

const by = ({ by: caller, now }: { by: Caller; now: Date }) => ({ caller, now });

// The order of fields is the schema's, since a repeated call gets its answer as stored.
const presentDriversPrice = ({ id, year, type_code, description, plan, amount }: DeskPrice): contract.YearlyPrice => ({
  ...{ id, year, type_code, description, plan, amount },
});

const driversPriceRoutes = (app: ApiScope, { staff, forgiving, priceChange, priceRemoval, ...facts }: Deps): void => {
  const changing = { staff, forgiving, priceChange };
  const { db, now: clock } = facts;
  const { read, change } = serving(app, { db, now: clock });
  read(contract.listYearlyPrices, async ({ query }, _, reply) => answerList(reply, await pageOfPrices(db, query)));
  read(contract.getYearlyPrice, async ({ id, now }) => {
    const { in_use, waiting, ...price } = await showPrice(db, { desk: 'drivers', id }, facts, now);
    return { ...presentDriversPrice(price), in_use, waiting };
  });
  change(contract.addYearlyPrice, async (tx, asked) => {
    const { message, entry } = await addPrice(tx, 'drivers', asked.body, { facts, ...changing, by: by(asked) });
    return { message, entry: entry && presentDriversPrice(entry) };
  });
  change(contract.changeYearlyPrice, async (tx, { id, body, ...asked }) => {
    const changed = { desk: 'drivers', id, amount: body.amount } as const;
    const { message, entry } = await changePrice(tx, changed, { facts, ...changing, by: by(asked) });
    return { message, entry: presentDriversPrice(entry) };
  });
  change(contract.deleteYearlyPrice, (tx, { id, ...asked }) =>
    removePrice(tx, { desk: 'drivers', id }, { facts, staff, priceRemoval, by: by(asked) }),
  );
  change(contract.copyYearlyPrices, async (tx, asked) => {
    const { year } = asked.body;
    const { message, copied, ...said } = await copyPrices(tx, { desk: 'drivers', year }, facts.zoneNames, by(asked));
    return { message, copied: copied.map(presentDriversPrice), ...said };
  });
  read(contract.getMissingPrices, async ({ now }) => ({
    missing: await missingPrices(db, now, await facts.owedFrom(db)),
  }));
};

const landPriceRoutes = (app: ApiScope, { staff, forgiving, priceChange, priceRemoval, ...facts }: Deps): void => {
  const changing = { staff, forgiving, priceChange };
  const { db, now: clock, zoneNames, lists } = facts;
  const { read, change } = serving(app, { db, now: clock });
  lists.serve(app, contract.landPrices, landPricesSource(zoneNames), () => undefined);
  read(contract.getLandPrice, async ({ id, now }) => {
    const { in_use, waiting, ...price } = await showPrice(db, { desk: 'land', id }, facts, now);
    return { ...presentLandPrice(price), in_use, waiting };
  });
  change(contract.addLandPrice, async (tx, asked) => {
    const { message, entry } = await addPrice(tx, 'land', asked.body, { facts, ...changing, by: by(asked) });
    return { message, entry: entry && presentLandPrice(entry) };
  });
  change(contract.changeLandPrice, async (tx, { id, body, ...asked }) => {
    const changed = { desk: 'land', id, amount: body.amount } as const;
    const { message, entry } = await changePrice(tx, changed, { facts, ...changing, by: by(asked) });
    return { message, entry: presentLandPrice(entry) };
  });
  change(contract.deleteLandPrice, (tx, { id, ...asked }) =>
    removePrice(tx, { desk: 'land', id }, { facts, staff, priceRemoval, by: by(asked) }),
  );
  change(contract.copyLandPrices, async (tx, asked) => {
    const { year } = asked.body;
    const { message, copied, ...said } = await copyPrices(tx, { desk: 'land', year }, zoneNames, by(asked));
    const named = copied.slice(0, contract.MOST_NAMED_COPIES).map(presentLandPrice);
    return { message, copied: named, count: copied.length, ...said };
  });
  read(contract.previewLandCopy, async ({ query, now }) => {
    const { prices, ...said } = await previewCopy(db, query.year, zoneNames, now);
    return { ...said, prices: prices.map(presentLandPrice) };
  });
  read(contract.getLandPrices, async ({ query: { year, zone_id = null, land_use = null } }) => ({
    prices: await showLandPrices(db, { year, zoneId: zone_id, landUse: land_use }, zoneNames),
  }));
  read(contract.getMissingLandPrices, async ({ now }) => ({ missing: await missingLandPrices(db, now) }));
};

export const priceRoutes = (app: ApiScope, deps: Deps): void => {
  serveLookup(app, deps, PAYMENT_TYPES, (tx, change, made) => changeType(tx, change, deps, made));
  driversPriceRoutes(app, deps);
  landPriceRoutes(app, deps);
  const { read } = serving(app, deps);
  read(contract.findPaymentType, ({ body }) => findType(deps.db, body.type_code));
};
