import * as contract from '@banbo/contract';
import type { Db } from '#db/database.ts';
import type { ApiScope } from '#http/scope.ts';
import { serving } from '#http/serving.ts';
import { addRule, allFences, changeRule, drawFence, eraseFence, removeRule } from './fences.ts';

export const fenceRoutes = (app: ApiScope, deps: { db: Db; now: () => Date }): void => {
  const { read, change } = serving(app, deps);
  read(contract.listFences, () => allFences(deps.db));
  change(contract.saveFenceShape, drawFence);
  change(contract.deleteFenceShape, eraseFence);
  change(contract.addFenceRule, addRule);
  change(contract.changeFenceRule, changeRule);
  change(contract.deleteFenceRule, removeRule);
};
