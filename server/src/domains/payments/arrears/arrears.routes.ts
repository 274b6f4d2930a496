import * as contract from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { callerOf } from '#http/guard.ts';
import type { Lists } from '#http/lists/serve-lists.ts';
import type { ApiScope } from '#http/scope.ts';
import { chooseReminders, remindersSource, showReminders } from '../reminders/choose-reminders.ts';
import { type OfficeTexts, previewReminders, sendReminders } from '../reminders/send-reminders.ts';
import { arrearsSource, sumsByAge } from './list-arrears.ts';
import { allDebts } from './owed.ts';

type Deps = OfficeTexts & { db: Db; now: () => Date; lists: Lists; linksTo: string | null };

export const arrearsRoutes = (app: ApiScope, { db, now, lists, linksTo, ...texts }: Deps): void => {
  const all = allDebts();
  lists.serve(app, contract.arrearsList, arrearsSource(all, now), () => undefined);
  app.route({ ...contract.arrearsByAge, handler: async () => sumsByAge(await all(db, now())) });
  app.route({
    ...contract.previewReminders,
    handler: ({ query }) => previewReminders(db, query.age, { all, linksTo, texts, now: now() }),
  });
  app.route({
    ...contract.sendReminders,
    handler: async (request) => {
      const { body } = request;
      const at = now();
      const chosen = await chooseReminders(db, body.age, { all, linksTo }, at);
      return request.inTransaction(async (tx) => {
        const acting = { by: callerOf(request), linksTo, price: texts.textPrice, now: at };
        const batch_id = await sendReminders(tx, chosen, body, acting);
        const { recipients } = body;
        const message =
          recipients === 1
            ? '1 reminder is written. It goes out as texts may be sent.'
            : `${recipients} reminders are written. They go out as texts may be sent.`;
        return { status: true as const, message, batch_id };
      });
    },
  });
  lists.serve(app, contract.reminderList, remindersSource, () => undefined);
  app.route({ ...contract.getReminders, handler: ({ params }) => showReminders(db, params.id) });
};
