import * as contract from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { firstAnswer, once } from '#http/idempotency.ts';
import type { ApiScope } from '#http/scope.ts';
import type { FileStore } from '#integrations/files/file-store.ts';
import { Refusal } from '#lib/refusal.ts';
import { publicProfile } from '../drivers.present.ts';
import { type Registered, registerDriver } from './register-driver.ts';

type Answer = contract.AnswerOf<typeof contract.registerDriver>;

const welcome = ({ driver, setupCode }: Registered): Answer => ({
  status: true,
  message:
    `Thank you, ${driver.first_name}. You are registered. Your driver code is ${driver.driver_code}: ` +
    'please write it down. You need it to pay and to sign in.',
  driver: publicProfile(driver),
  setup_code: setupCode,
});

export const registerRoutes = (
  app: ApiScope,
  { db, files, now, linksTo }: { db: Db; files: FileStore; now: () => Date; linksTo: string | null },
): void => {
  app.route({
    ...contract.registerDriver,
    handler: async (request, reply) => {
      const { caller, body } = request;
      const answer = await registerDriver(
        db,
        {
          files,
          now: now(),
          linksTo,
          caller,
          inTransaction: (work) => once<Answer>(db, request, work),
          answer: welcome,
        },
        body,
      ).catch(async (error: unknown) => {
        // The form was sent twice at one moment: this call meets the driver of the other.
        const repeated = error instanceof Refusal && error.code === 'already_registered';
        const first = repeated ? await firstAnswer<Answer>(db, request) : null;
        if (first) return first;
        throw error;
      });
      return reply.status(201).send(answer);
    },
  });
};
