import * as contract from '@banbo/contract';
import type { Db } from '#db/database.ts';
import type { LateNotes } from '#db/late-notes.ts';
import type { ApiScope } from '#http/scope.ts';
import { serving } from '#http/serving.ts';
import { lookAtTrail } from './note-looks.ts';
import { type NamesOfLogins, showOwnCar, showOwnTrail } from './own-car.ts';

export type TraceDeps = { db: Db; notes: LateNotes; now: () => Date; staff: { namedBy: NamesOfLogins } };

export const traceRoutes = (app: ApiScope, deps: TraceDeps): void => {
  const { db, staff } = deps;
  const { read } = serving(app, deps);
  read(contract.getOwnCarPlace, ({ query: { driver_code }, by: { accountId }, now }) =>
    showOwnCar(db, { accountId, driverCode: driver_code, now }, staff.namedBy),
  );
  read(contract.getOwnTrail, ({ query: { driver_code, day }, by: { accountId } }) =>
    showOwnTrail(db, { accountId, driverCode: driver_code, day }),
  );
  read(contract.showTrail, (asked) => lookAtTrail(deps, asked));
};
