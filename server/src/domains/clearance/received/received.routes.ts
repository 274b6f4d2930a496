import * as contract from '@banbo/contract';
import type { Db } from '#db/database.ts';
import type { Lists } from '#http/lists/serve-lists.ts';
import type { ApiScope } from '#http/scope.ts';
import { serving } from '#http/serving.ts';
import { moneySource, showMoneyReceived } from './show-money.ts';

type Deps = { db: Db; now: () => Date; lists: Lists };

export const receivedRoutes = (app: ApiScope, { db, now, lists }: Deps): void => {
  const { read } = serving(app, { db, now });
  lists.serve(app, contract.moneyReceivedList, moneySource, () => undefined);
  read(contract.showMoneyReceived, ({ id, by }) => showMoneyReceived(db, id, { caller: by, now: now() }));
};
