import * as contract from '@banbo/contract';
import type { Db } from '#db/database.ts';
import type { Lists } from '#http/lists/serve-lists.ts';
import type { ApiScope } from '#http/scope.ts';
import { type AskedOf, serving } from '#http/serving.ts';
import type { AllDebts } from '../arrears/owed.ts';
import { chooseReminders } from './choose-reminders.ts';
import { type OfficeTexts, previewReminders, sendReminders } from './send-reminders.ts';
import { remindersSource, showReminders } from './show-reminders.ts';

type Deps = OfficeTexts & {
  db: Db;
  now: () => Date;
  lists: Lists;
  all: AllDebts;
  linksTo: string | null;
};

/** Reminders of what is due: looked at, confirmed, followed. */
export const reminderRoutes = (app: ApiScope, { db, now: clock, lists, all, linksTo, ...texts }: Deps): void => {
  const { read, change } = serving(app, { db, now: clock });
  read(contract.previewReminders, ({ query, now }) => previewReminders(db, query.age, { all, linksTo, texts, now }));
  change(
    contract.sendReminders,
    async (tx, { body, by, now }, chosen) => {
      const batch_id = await sendReminders(tx, chosen, body, { by, linksTo, price: texts.textPrice, now });
      const written =
        body.recipients === 1
          ? '1 reminder is written. It goes out as texts may be sent.'
          : `${body.recipients} reminders are written. They go out as texts may be sent.`;
      return { message: written, batch_id };
    },
    ({ body, now }: AskedOf<typeof contract.sendReminders>) => chooseReminders(db, body.age, { all, linksTo }, now),
  );
  lists.serve(app, contract.reminderList, remindersSource, () => undefined);
  read(contract.getReminders, ({ id }) => showReminders(db, id));
};
