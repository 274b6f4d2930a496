import * as contract from '@banbo/contract';
import type { FastifyRequest } from 'fastify';
import { callerOf } from '#http/guard.ts';
import { serveImport } from '#http/import-routes.ts';
import type { ApiScope } from '#http/scope.ts';
import { serving } from '#http/serving.ts';
import type { IsHandedIn } from './cash/cash.repo.ts';
import { cashByClerkSource, cashMovementsSource, ownCashSource } from './cash/list-cash.ts';
import { type DecisionDeps, decisionRoutes } from './decisions/decisions.routes.ts';
import { type DeskDeps, deskRoutes } from './desk/desk.routes.ts';
import { promptRoutes } from './prompts/prompts.routes.ts';
import { moneySource, showMoneyReceived } from './received/show-money.ts';
import { importOfStatements } from './statements/statement-import.ts';

type Deps = DeskDeps &
  DecisionDeps & { offersPrompts: boolean; openNetworks: () => Promise<unknown>; isHandedIn: IsHandedIn };

export const clearanceRoutes = (app: ApiScope, deps: Deps): void => {
  deskRoutes(app, deps);
  decisionRoutes(app, deps);
  const { db, lists, now } = deps;
  const { read } = serving(app, deps);
  lists.serve(app, contract.moneyReceivedList, moneySource, () => undefined);
  read(contract.showMoneyReceived, ({ id, by }) => showMoneyReceived(db, id, { caller: by, now: now() }));
  const viewerOf = (request: FastifyRequest): string => callerOf(request).accountId;
  lists.serve(app, contract.cashByClerk, cashByClerkSource(deps.isHandedIn), viewerOf);
  lists.serve(app, contract.cashMovements, cashMovementsSource(deps.isHandedIn), viewerOf);
  lists.serve(app, contract.ownCash, ownCashSource(deps.isHandedIn), viewerOf);
  serveImport(app, deps, importOfStatements);
  promptRoutes(app, deps);
};
