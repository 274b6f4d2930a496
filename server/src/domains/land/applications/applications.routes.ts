import * as contract from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { callerOf } from '#http/guard.ts';
import { sendDownload } from '#http/headers.ts';
import type { Lists } from '#http/lists/serve-lists.ts';
import type { ApiScope } from '#http/scope.ts';
import { serving } from '#http/serving.ts';
import { readPaper } from '#lib/read-paper.ts';
import { noteCommission } from './application-changes.ts';
import { applicationCounts } from './application-lists.repo.ts';
import { addApplicationPaper, applicationPaperToSend, removeApplicationPaper } from './application-papers.ts';
import { applicationsSource } from './application-rows.ts';
import { decideApplication, stepApplication } from './decide-application.ts';
import { findApplicationDuplicates } from './duplicates.ts';
import type { Owes } from './judge-application.ts';
import { changeLandKind, listLandKinds } from './kinds.ts';
import { type StaffOfApplications, showApplication } from './show-application.ts';
import { addApplication, changeApplication } from './write-application.ts';

export type ApplicationDeps = { db: Db; now: () => Date; lists: Lists; staff: StaffOfApplications; owes: Owes };

export const applicationRoutes = (app: ApiScope, deps: ApplicationDeps): void => {
  const { db, lists, staff, now } = deps;
  const { read, show, change } = serving(app, deps);
  lists.serve(app, contract.applicationList, applicationsSource(staff), (request) => ({
    accountId: callerOf(request).accountId,
    day: contract.today(now()),
  }));
  read(contract.countApplications, (asked) => applicationCounts(db, contract.today(asked.now)));
  read(contract.findApplicationDuplicates, (asked) => findApplicationDuplicates(db, asked, staff));
  read(contract.listLandKinds, () => listLandKinds(db));
  show(contract.showApplication, 'application', (found, asked) => showApplication(found, asked, deps));
  change(contract.addApplication, addApplication);
  change(contract.changeApplication, changeApplication);
  change(contract.stepApplication, stepApplication);
  change(contract.decideApplication, (tx, asked) => decideApplication(tx, asked, deps));
  change(contract.noteCommission, noteCommission);
  change(contract.addApplicationPaper, addApplicationPaper, readPaper);
  read(contract.getApplicationPaper, async (asked, _, reply) =>
    sendDownload(reply, await applicationPaperToSend(db, asked)),
  );
  change(contract.removeApplicationPaper, removeApplicationPaper);
  change(contract.changeLandKind, (tx, asked) => changeLandKind(tx, asked, deps.staff));
};
