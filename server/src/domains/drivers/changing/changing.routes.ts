import * as contract from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { callerOf } from '#http/guard.ts';
import type { Lists } from '#http/lists/serve-lists.ts';
import type { ApiScope } from '#http/scope.ts';
import type { FileStore } from '#integrations/files/file-store.ts';
import { details } from '../drivers.present.ts';
import { showDriver } from '../show-driver.ts';
import { changeDriver, changedToo, driverChangesSource } from './change-driver.ts';
import { replacePhoto } from './replace-photo.ts';

type Deps = { db: Db; files: FileStore; now: () => Date; textsAreSent: boolean; lists: Lists };

/** Staff's changes of drivers: fields, photos, and what was changed. */
export const changingRoutes = (app: ApiScope, { db, files, now, textsAreSent, lists }: Deps): void => {
  app.route({
    ...contract.changeDriver,
    handler: async (request) => {
      const acting = { caller: callerOf(request), id: request.params.id, now: now(), textsAreSent };
      const { message, driver } = await changeDriver(db, acting, request.body);
      return { status: true as const, message, driver: details(driver) };
    },
  });
  app.route({
    ...contract.replaceDriverPhoto,
    handler: (request) =>
      replacePhoto<contract.AnswerOf<typeof contract.replaceDriverPhoto>>(
        db,
        {
          files,
          caller: callerOf(request),
          id: request.params.id,
          now: now(),
          inTransaction: (work) => request.inTransaction(work),
          answer: async (tx, alsoOf) => {
            const driver = await showDriver(tx, request.params.id);
            return { status: true as const, message: `The photo was replaced.${changedToo(alsoOf)}`, driver };
          },
        },
        request.body,
      ),
  });
  lists.serve(app, contract.driverChangeList, driverChangesSource, () => undefined);
};
