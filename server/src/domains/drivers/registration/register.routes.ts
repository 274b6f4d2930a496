import * as contract from '@banbo/contract';
import type { Db } from '#db/database.ts';
import type { ApiScope } from '#http/scope.ts';
import type { FileStore } from '#integrations/files/file-store.ts';
import { publicProfile } from '../drivers.present.ts';
import type { Registered } from './add-driver.ts';
import { registerDriver } from './register-driver.ts';

type Answer = contract.AnswerOf<typeof contract.registerDriver>;

const welcome = ({ driver, setupCode, firstType }: Registered, by: { isStaff: boolean }): Answer => ({
  status: true,
  message:
    `Thank you, ${driver.first_name}. You are registered. Your driver code is ${driver.driver_code}: ` +
    'please write it down. You need it to pay and to sign in.',
  driver: publicProfile(driver),
  ...(by.isStaff && { driver_id: driver.id }),
  setup_code: setupCode,
  first_payment_type: firstType,
});

export const registerRoutes = (
  app: ApiScope,
  {
    db,
    files,
    now,
    linksTo,
    textsAreSent,
  }: { db: Db; files: FileStore; now: () => Date; linksTo: string | null; textsAreSent: boolean },
): void => {
  app.route({
    ...contract.registerDriver,
    handler: (request) => {
      const { caller, body } = request;
      return registerDriver<Answer>(
        db,
        {
          files,
          now: now(),
          linksTo,
          textsAreSent,
          caller,
          inTransaction: (work) => request.inTransaction(work),
          answer: welcome,
        },
        body,
      );
    },
  });
};
