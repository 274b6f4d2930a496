import * as contract from '@banbo/contract';
import type { Db, Tx } from '#db/database.ts';
import type { Lists } from '#http/lists/serve-lists.ts';
import type { ApiScope } from '#http/scope.ts';
import { serving } from '#http/serving.ts';
import type { FileStore } from '#integrations/files/file-store.ts';
import { details } from '../drivers.present.ts';
import type { DriverRow } from '../drivers.repo.ts';
import { showDriver } from '../show-driver.ts';
import { changeDriver, changedToo, driverChangesSource, type IdentityChanging } from './change-driver.ts';
import { replacePhoto } from './replace-photo.ts';

type Deps = IdentityChanging & { db: Db; files: FileStore; now: () => Date; textsAreSent: boolean; lists: Lists };

/** Staff's changes of drivers: fields, photos, and what was changed. */
export const changingRoutes = (app: ApiScope, deps: Deps): void => {
  const { db, files, now: clock, textsAreSent, lists } = deps;
  const { act } = serving(app, { db, now: clock });
  act(contract.changeDriver, async ({ id, body, by: caller, now }) => {
    const { message, driver } = await changeDriver(db, { caller, id, now, textsAreSent }, body, deps);
    return { message, driver: details(driver, null) };
  });
  act(contract.replaceDriverPhoto, ({ id, body, by: caller, now }, request) => {
    const answer = async (tx: Tx, alsoOf: readonly DriverRow[]) => ({
      status: true as const,
      message: `The photo was replaced.${changedToo(alsoOf)}`,
      driver: await showDriver(tx, id),
    });
    return replacePhoto(
      db,
      { files, caller, id, now, inTransaction: (work) => request.inTransaction(work), answer },
      body,
    );
  });
  lists.serve(app, contract.driverChangeList, driverChangesSource, () => undefined);
};
