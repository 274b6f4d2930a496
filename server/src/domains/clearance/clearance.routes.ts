import { serveImport } from '#http/import-routes.ts';
import type { ApiScope } from '#http/scope.ts';
import { type DecisionDeps, decisionRoutes } from './decisions/decisions.routes.ts';
import { type DeskDeps, deskRoutes } from './desk/desk.routes.ts';
import { promptRoutes } from './prompts/prompts.routes.ts';
import { receivedRoutes } from './received/received.routes.ts';
import { importOfStatements } from './statements/statement-import.ts';

export const clearanceRoutes = (app: ApiScope, deps: DeskDeps & DecisionDeps & { offersPrompts: boolean }): void => {
  deskRoutes(app, deps);
  decisionRoutes(app, deps);
  receivedRoutes(app, deps);
  serveImport(app, deps, importOfStatements);
  promptRoutes(app, deps);
};
