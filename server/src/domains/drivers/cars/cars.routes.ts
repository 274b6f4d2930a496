import * as contract from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { callerHolds } from '#http/guard.ts';
import type { Lists } from '#http/lists/serve-lists.ts';
import type { ApiScope } from '#http/scope.ts';
import { serving } from '#http/serving.ts';
import { fullProfile } from '../drivers.present.ts';
import type { RegistrationResult } from '../registration/register-driver.ts';
import type { MoneyOfDrivers } from '../search/list-drivers.ts';
import { addCar } from './add-car.ts';
import {
  askForCar,
  carRequestsSource,
  refuseCarRequest,
  showCars,
  showOwnCars,
  withdrawCarRequest,
} from './car-requests.ts';

type Deps = {
  db: Db;
  now: () => Date;
  linksTo: string | null;
  textsAreSent: boolean;
  lists: Lists;
  moneyOfDrivers: MoneyOfDrivers;
};
type Added = contract.AnswerOf<typeof contract.addCar>;

const added = ({ driver, firstType }: RegistrationResult): Added => ({
  status: true,
  message: `${driver.car_number} is registered with the driver code ${driver.driver_code}.`,
  id: driver.id,
  driver: fullProfile(driver),
  first_payment_type: firstType,
});

/** Several cars of one person: added by staff, asked for by members. */
export const carRoutes = (app: ApiScope, deps: Deps): void => {
  const { db, linksTo, textsAreSent, lists, moneyOfDrivers } = deps;
  const { read, act, change } = serving(app, deps);
  read(contract.listCarsOfPerson, ({ id, now }, request) =>
    showCars(db, id, { now, moneyOf: callerHolds(request, 'payments.read') ? moneyOfDrivers.of : null }),
  );
  act(contract.addCar, ({ id, body, by: caller, now }, request) =>
    addCar<Added>(
      db,
      { now, linksTo, caller, inTransaction: (work) => request.inTransaction(work), answer: added },
      id,
      body,
    ),
  );
  read(contract.getOwnCars, ({ by }) => showOwnCars(db, by.accountId));
  change(contract.askForCar, async (tx, { body, by: { accountId }, now }) => {
    const id = await askForCar(tx, { accountId, now }, body);
    return { message: 'Your request is with our office. You see here what becomes of it.', id };
  });
  change(contract.withdrawCarRequest, async (tx, { id, by: caller, now }) => {
    await withdrawCarRequest(tx, id, { caller, now });
    return 'Your request was withdrawn.';
  });
  lists.serve(app, contract.carRequestList, carRequestsSource, () => undefined);
  change(contract.refuseCarRequest, async (tx, { id, body: { reason }, by, now }) => {
    const isTexted = await refuseCarRequest(tx, { id, reason }, { by, now, textsAreSent });
    return `The request was refused. The member sees the reason${isTexted ? ' and gets it as a text' : ''}.`;
  });
};
