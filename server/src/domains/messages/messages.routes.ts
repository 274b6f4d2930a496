import * as contract from '@banbo/contract';
import type { Db } from '#db/database.ts';
import type { Lists } from '#http/lists/serve-lists.ts';
import type { ApiScope } from '#http/scope.ts';
import { leaveContactMessage } from './contact/leave-contact-message.ts';
import { outboxSource } from './outbox/list-outbox.ts';
import { type Texting, textsHeld } from './outbox/sms-ceiling.ts';

type MessageDeps = Texting & { db: Db; now: () => Date; lists: Lists };

export const messageRoutes = (app: ApiScope, { db, now, lists, textsAreSent, textsPerDay }: MessageDeps): void => {
  lists.serve(
    app,
    contract.outboxList,
    outboxSource(() => ({ now: now(), textsAreSent })),
    () => undefined,
  );
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
