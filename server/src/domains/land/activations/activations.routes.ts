import * as contract from '@banbo/contract';
import type { Db } from '#db/database.ts';
import type { Lists } from '#http/lists/serve-lists.ts';
import type { ApiScope } from '#http/scope.ts';
import { serving } from '#http/serving.ts';
import {
  type ActivationDeps,
  acceptActivation,
  activationsSource,
  askForSignIn,
  refuseActivation,
  undoActivation,
} from './activations.ts';

export type ActivationRouteDeps = ActivationDeps & { db: Db; now: () => Date; lists: Lists };

/** Sign-ins that strangers ask for, and what the office decides on them. */
export const activationRoutes = (app: ApiScope, deps: ActivationRouteDeps): void => {
  const { change } = serving(app, deps);
  change(contract.askForSignIn, askForSignIn);
  deps.lists.serve(app, contract.activationList, activationsSource, () => undefined);
  change(contract.acceptActivation, (tx, asked) => acceptActivation(tx, asked, deps));
  change(contract.refuseActivation, refuseActivation);
  change(contract.undoActivation, undoActivation);
};
