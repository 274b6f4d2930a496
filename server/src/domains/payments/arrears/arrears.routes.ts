import * as contract from '@banbo/contract';
import type { Db } from '#db/database.ts';
import type { Approvers } from '#domains/approvals';
import type { Lists } from '#http/lists/serve-lists.ts';
import type { ApiScope } from '#http/scope.ts';
import { type AskedOf, serving } from '#http/serving.ts';
import {
  type OfficeTexts,
  previewReminders,
  remindersOfAge,
  remindersSource,
  sendReminders,
  showReminders,
} from '../reminders/send-reminders.ts';
import { arrearsFigures } from './arrears-figures.ts';
import { heldDebts, releaseHeldDebts } from './held-debts.ts';
import { arrearsSource } from './list-arrears.ts';
import type { AllDebts, ReadAllOwed } from './owed.ts';

type Deps = OfficeTexts &
  Approvers & {
    db: Db;
    now: () => Date;
    lists: Lists;
    linksTo: string | null;
    owed: ReadAllOwed;
    all: AllDebts;
  };

export const arrearsRoutes = (
  app: ApiScope,
  { db, now: clock, lists, linksTo, staff, owed, all, ...texts }: Deps,
): void => {
  const { read, change } = serving(app, { db, now: clock });
  lists.serve(app, contract.arrearsList, arrearsSource(all, clock), () => undefined);
  read(contract.arrearsByAge, ({ now }) => arrearsFigures(db, owed, now));
  read(contract.listHeldDebts, async ({ now }) => ({ lists: await heldDebts(db, all, now) }));
  change(
    contract.releaseDebts,
    (tx, { id, by, now }, lists) => releaseHeldDebts(tx, { id, lists, by, now, staff }),
    ({ now }: AskedOf<typeof contract.releaseDebts>) => heldDebts(db, all, now),
  );
  read(contract.previewReminders, ({ query, now }) => previewReminders(db, query.age, { all, linksTo, texts, now }));
  change(
    contract.sendReminders,
    (tx, { body, by, now }, chosen) => sendReminders(tx, chosen, body, { by, linksTo, price: texts.textPrice, now }),
    ({ body, now }: AskedOf<typeof contract.sendReminders>) => remindersOfAge(db, body.age, { all, linksTo, now }),
  );
  lists.serve(app, contract.reminderList, remindersSource, () => undefined);
  read(contract.getReminders, ({ id }) => showReminders(db, id));
};
