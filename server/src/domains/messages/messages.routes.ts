import * as contract from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { answerList } from '#http/list.ts';
import type { ApiScope } from '#http/scope.ts';
import { leaveContactMessage } from './leave-contact-message.ts';
import { listOutbox } from './list-outbox.ts';
import { type Texting, textsHeld } from './sms-ceiling.ts';

type MessageDeps = Texting & { db: Db; now: () => Date };

export const messageRoutes = (app: ApiScope, { db, now, textsAreSent, textsPerDay }: MessageDeps): void => {
  app.route({
    ...contract.listOutbox,
    handler: async ({ query }, reply) => answerList(reply, await listOutbox(db, query, { now: now(), textsAreSent })),
  });
  app.route({ ...contract.getTextsHeld, handler: () => textsHeld(db, textsPerDay, now()) });
  app.route({
    ...contract.sendContactMessage,
    handler: (request) =>
      request.inTransaction(async (tx) => {
        const reference = await leaveContactMessage(tx, request.body, now());
        const message = `Thank you. Your message has arrived. Your reference is ${reference}.`;
        return { status: true as const, message, reference };
      }),
  });
};
