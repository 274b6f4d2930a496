import * as contract from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { serveImport } from '#http/import-routes.ts';
import type { Lists } from '#http/lists/serve-lists.ts';
import type { ApiScope } from '#http/scope.ts';
import { serving } from '#http/serving.ts';
import { addDevice, changeDevice, deleteDevice, makeFeedKey } from './change-devices.ts';
import { changeDeviceState } from './device-changes.ts';
import { importOfDevices } from './device-import.ts';
import { deviceCounts } from './devices.repo.ts';
import { checkFitting, fitDevice, takeOutDevice } from './fit-device.ts';
import { devicesSource, type StaffNamed, showDevice, trackersOfDriver } from './read-devices.ts';

type Deps = { db: Db; now: () => Date; lists: Lists; staff: { named: StaffNamed } };

export const deviceRoutes = (app: ApiScope, deps: Deps): void => {
  const { db, lists, staff } = deps;
  const { read, show, change } = serving(app, deps);
  lists.serve(app, contract.deviceList, devicesSource, () => undefined);
  serveImport(app, deps, importOfDevices);
  read(contract.countDevices, () => deviceCounts(db));
  read(contract.checkFitting, (asked) => checkFitting(db, asked));
  read(contract.listDriverTrackers, ({ query }) => trackersOfDriver(db, query.driver_id, staff.named));
  show(contract.showDevice, 'tracker', (found, asked) => showDevice(found, asked, staff.named));
  change(contract.addDevice, addDevice);
  change(contract.changeDevice, changeDevice);
  change(contract.deleteDevice, deleteDevice);
  change(contract.changeDeviceState, changeDeviceState);
  change(contract.fitDevice, fitDevice);
  change(contract.takeOutDevice, takeOutDevice);
  change(contract.makeFeedKey, makeFeedKey);
};
