import * as contract from '@banbo/contract';
import type { FastifyReply } from 'fastify';
import type { Db } from '#db/database.ts';
import type { CheckedCounting } from '#db/list/list-sql.ts';
import { checkedCounting } from '#http/limits/counts.ts';
import type { ApiScope } from '#http/scope.ts';
import { serving } from '#http/serving.ts';
import type { Caller } from '#lib/caller.ts';
import { ownTenant } from '../own/tenant-requests.ts';
import { type RentOwed, showPayer } from './land-payers.ts';
import { countsOfLandClaim, type IdsOfMoney, landOf, sendOwnClaim, sendOwnPrompt } from './own-payments.ts';
import { type DeskOfLand, receiveAtLandDesk } from './receive-land-payment.ts';

export type LandPaymentDeps = DeskOfLand &
  IdsOfMoney & {
    db: Db;
    now: () => Date;
    networks: () => Promise<readonly contract.Network[]>;
    /** The same. Refused with 422 `refused` before payments are open. */
    openNetworks: () => Promise<readonly contract.Network[]>;
    offersPrompts: boolean;
    /** Refuses a prompt where none are set up, and counts it. */
    countingPrompt: (
      prompt: { payer_number: string; thing: string; address: string; caller: Caller },
      asked: { offersPrompts: boolean; now: Date; reply: FastifyReply },
    ) => CheckedCounting | null;
  };
type Deps = LandPaymentDeps & { rentOwed: RentOwed };

const deskRoutes = (app: ApiScope, deps: Deps): void => {
  const { db, networks, rentOwed } = deps;
  const { read, change } = serving(app, deps);
  const made = async ({ by, now }: { by: Caller; now: Date }) => ({ by, networks: await networks(), now });
  change(contract.receiveLandPayment, (tx, { body }, at) => receiveAtLandDesk(tx, body, at, deps), made);
  read(contract.getLandPayer, ({ query }) => showPayer(db, query, rentOwed));
};

/** Payments that tenants send by themselves. */
const ownRoutes = (app: ApiScope, deps: Deps): void => {
  const { db, openNetworks, idsForClaim, offersPrompts, rentOwed, countingPrompt } = deps;
  const { read, act } = serving(app, deps);
  read(contract.getOwnLandPayer, async ({ by }) =>
    showPayer(db, { tenant_id: (await ownTenant(db, by)).id }, rentOwed),
  );
  act(contract.sendTenantClaim, async ({ body, by, now }, request, reply) => {
    return sendOwnClaim(db, body, {
      ...{ by, now, idsForClaim, address: request.address, networks: await openNetworks() },
      counting: checkedCounting(countsOfLandClaim(by, body), now, reply),
      inTransaction: (work) => request.inTransaction(work),
    });
  });
  act(contract.sendTenantPrompt, async ({ body, by, now }, request, reply) => {
    const asked = { payer_number: body.payer_number, thing: landOf(body), address: request.address, caller: by };
    const counting = countingPrompt(asked, { offersPrompts, now, reply });
    await openNetworks();
    return sendOwnPrompt(db, body, { by, now, counting, inTransaction: (work) => request.inTransaction(work) });
  });
};

export const landPaymentRoutes = (app: ApiScope, deps: Deps): void => {
  deskRoutes(app, deps);
  ownRoutes(app, deps);
};
