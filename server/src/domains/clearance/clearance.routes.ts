import { serveImport } from '#http/import-routes.ts';
import type { Lists } from '#http/lists/serve-lists.ts';
import type { ApiScope } from '#http/scope.ts';
import { decisionRoutes } from './decisions/decisions.routes.ts';
import type { DeskDeps } from './desk/desk.routes.ts';
import { deskRoutes, feeRoutes } from './desk/desk.routes.ts';
import { promptRoutes } from './prompts/prompts.routes.ts';
import { importOfStatements } from './statements/statement-import.ts';

export const clearanceRoutes = (app: ApiScope, deps: DeskDeps & { lists: Lists; offersPrompts: boolean }): void => {
  deskRoutes(app, deps);
  feeRoutes(app, deps);
  decisionRoutes(app, deps);
  serveImport(app, deps, importOfStatements);
  promptRoutes(app, deps);
};
