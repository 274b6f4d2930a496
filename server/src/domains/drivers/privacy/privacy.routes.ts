import * as contract from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { callerOf } from '#http/guard.ts';
import type { Lists } from '#http/lists/serve-lists.ts';
import type { ApiScope } from '#http/scope.ts';
import { eraseDriver, type MoneyOf } from './erase-driver.ts';
import { looksSource } from './list-looks.ts';

type Deps = { db: Db; now: () => Date; lists: Lists; moneyOf: MoneyOf };

export const privacyRoutes = (app: ApiScope, { db, now, lists, moneyOf }: Deps): void => {
  lists.serve(app, contract.lookList, looksSource, () => undefined);
  app.route({
    ...contract.eraseDriver,
    handler: async (request) => {
      const acting = { caller: callerOf(request), id: request.params.id, now: now(), moneyOf };
      const code = await eraseDriver(db, acting, request.body);
      return { status: true as const, message: `The personal data of ${code} are erased.` };
    },
  });
};
