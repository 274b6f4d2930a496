import * as contract from '@banbo/contract';
import type { Db } from '#db/database.ts';
import type { Approvers } from '#domains/approvals';
import type { Lists } from '#http/lists/serve-lists.ts';
import type { ApiScope } from '#http/scope.ts';
import { type AskedOf, serving } from '#http/serving.ts';
import { cancelRentCharge, changeRentRule, enterRentReview } from './change-rent.ts';
import { rentRunLinesSource, rentRunsSource, showRentRun, startRentRun, stopRentRun } from './raise-rent.ts';
import { showRentAccount } from './rent-account.ts';
import { rentRule } from './rent-accounts.repo.ts';
import { owedByAge } from './rent-arrears.repo.ts';
import { rentArrearsSource } from './rent-arrears.ts';
import {
  chooseRentReminders,
  previewRentReminders,
  type RentTexts,
  rentRemindersSource,
  sendRentReminders,
  showRentReminders,
} from './rent-reminders.ts';

export type RentDeps = Approvers & {
  db: Db;
  now: () => Date;
  lists: Lists;
  rentTexts: RentTexts;
  linksTo: string | null;
};

/** Ground rent: raising it, accounts of tenancies, arrears and reminders. */
export const rentRoutes = (app: ApiScope, deps: RentDeps): void => {
  const { db, now, lists, staff } = deps;
  const { read, show, change } = serving(app, deps);
  lists.serve(app, contract.rentRunList, rentRunsSource, () => undefined);
  lists.serve(app, contract.rentRunLineList, rentRunLinesSource, () => undefined);
  lists.serve(app, contract.rentArrearsList, rentArrearsSource, () => ({ day: contract.today(now()) }));
  show(contract.showRentRun, 'rent run', showRentRun);
  show(contract.showRentAccount, 'tenancy', showRentAccount);
  read(contract.showRentRule, () => rentRule(db));
  read(contract.sumRentArrears, async (asked) => ({ ages: await owedByAge(db, contract.today(asked.now)) }));
  change(contract.startRentRun, startRentRun);
  change(contract.stopRentRun, stopRentRun);
  change(contract.changeRentRule, (tx, asked) => changeRentRule(tx, asked, staff));
  change(contract.enterRentReview, (tx, asked) => enterRentReview(tx, asked, staff));
  change(contract.cancelRentCharge, (tx, asked) => cancelRentCharge(tx, asked, staff));
  const { linksTo, rentTexts: texts } = deps;
  read(contract.previewRentReminders, ({ query, now: at }) => previewRentReminders(db, query.age, { texts, now: at }));
  change(
    contract.sendRentReminders,
    async (tx, { body, by, now: at }, chosen) => {
      const acting = { by, linksTo, price: texts.textPrice, now: at };
      return sendRentReminders(tx, chosen, body, acting);
    },
    ({ body, now: at }: AskedOf<typeof contract.sendRentReminders>) => chooseRentReminders(db, body.age, at),
  );
  lists.serve(app, contract.rentReminderList, rentRemindersSource, () => undefined);
  read(contract.showRentReminders, ({ id }) => showRentReminders(db, id));
};
