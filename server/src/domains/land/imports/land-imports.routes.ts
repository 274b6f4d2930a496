import { previewLandTakeBack, takeBackLandImport } from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { serveImport } from '#http/import-routes.ts';
import type { Lists } from '#http/lists/serve-lists.ts';
import type { ApiScope } from '#http/scope.ts';
import { serving } from '#http/serving.ts';
import { importOfLand } from './land-import.ts';
import { takeBackOfLand } from './taking-back.ts';

export const landImportRoutes = (app: ApiScope, deps: { db: Db; now: () => Date; lists: Lists }): void => {
  const { read, change } = serving(app, deps);
  serveImport(app, deps, importOfLand);
  read(previewLandTakeBack, ({ id }) => takeBackOfLand.preview(deps.db, id));
  change(takeBackLandImport, takeBackOfLand.start);
};
