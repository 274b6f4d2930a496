import * as contract from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { callerOf } from '#http/guard.ts';
import type { Lists } from '#http/lists/serve-lists.ts';
import type { ApiScope } from '#http/scope.ts';
import { fullProfile } from '../drivers.present.ts';
import type { RegistrationResult } from '../registration/register-driver.ts';
import { addCar } from './add-car.ts';
import {
  askForCar,
  carRequestsSource,
  refuseCarRequest,
  showCars,
  showOwnCars,
  withdrawCarRequest,
} from './car-requests.ts';

type Deps = { db: Db; now: () => Date; linksTo: string | null; textsAreSent: boolean; lists: Lists };
type Added = contract.AnswerOf<typeof contract.addCar>;

const added = ({ driver, firstType }: RegistrationResult): Added => ({
  status: true,
  message: `${driver.car_number} is registered with the driver code ${driver.driver_code}.`,
  id: driver.id,
  driver: fullProfile(driver),
  first_payment_type: firstType,
});

/** Several cars of one person: added by staff, asked for by members. */
export const carRoutes = (app: ApiScope, { db, now, linksTo, textsAreSent, lists }: Deps): void => {
  app.route({ ...contract.listCarsOfPerson, handler: ({ params }) => showCars(db, params.id) });
  app.route({
    ...contract.addCar,
    handler: (request) =>
      addCar<Added>(
        db,
        {
          now: now(),
          linksTo,
          caller: callerOf(request),
          inTransaction: (work) => request.inTransaction(work),
          answer: added,
        },
        request.params.id,
        request.body,
      ),
  });
  app.route({ ...contract.getOwnCars, handler: (request) => showOwnCars(db, callerOf(request).accountId) });
  app.route({
    ...contract.askForCar,
    handler: (request) =>
      request.inTransaction(async (tx) => {
        const id = await askForCar(tx, { accountId: callerOf(request).accountId, now: now() }, request.body);
        const message = 'Your request is with our office. You see here what becomes of it.';
        return { status: true as const, message, id };
      }),
  });
  app.route({
    ...contract.withdrawCarRequest,
    handler: async (request) => {
      const withdrawn = { caller: callerOf(request), now: now() };
      await db.transaction().execute((tx) => withdrawCarRequest(tx, request.params.id, withdrawn));
      return { status: true as const, message: 'Your request was withdrawn.' };
    },
  });
  lists.serve(app, contract.carRequestList, carRequestsSource, () => undefined);
  app.route({
    ...contract.refuseCarRequest,
    handler: async (request) => {
      const decided = { by: callerOf(request), now: now(), textsAreSent };
      const refused = { id: request.params.id, reason: request.body.reason };
      const isTexted = await db.transaction().execute((tx) => refuseCarRequest(tx, refused, decided));
      const message = `The request was refused. The member sees the reason${isTexted ? ' and gets it as a text' : ''}.`;
      return { status: true as const, message };
    },
  });
};
