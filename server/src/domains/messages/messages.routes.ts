import * as contract from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { once } from '#http/idempotency.ts';
import { answerList } from '#http/list.ts';
import type { ApiScope } from '#http/scope.ts';
import { leaveContactMessage } from './leave-contact-message.ts';
import { listOutbox } from './list-outbox.ts';

export const messageRoutes = (app: ApiScope, { db, now }: { db: Db; now: () => Date }): void => {
  app.route({
    ...contract.listOutbox,
    handler: async ({ query }, reply) => answerList(reply, await listOutbox(db, query, now())),
  });
  app.route({
    ...contract.sendContactMessage,
    handler: async (request, reply) => {
      const reference = await once(db, request, (tx) => leaveContactMessage(tx, request.body, now()));
      const message = `Thank you. Your message has arrived. Your reference is ${reference}.`;
      return reply.status(201).send({ status: true as const, message, reference });
    },
  });
};
