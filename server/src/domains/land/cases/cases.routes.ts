import * as contract from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { sendDownload } from '#http/headers.ts';
import type { Lists } from '#http/lists/serve-lists.ts';
import type { ApiScope } from '#http/scope.ts';
import { serving } from '#http/serving.ts';
import { readPaper } from '#lib/read-paper.ts';
import type { StaffOfApplications } from '../applications/show-application.ts';
import { reopenCourtCase, resolveCourtCase } from './case-changes.ts';
import { addCasePaper, casePaperToSend, removeCasePaper } from './case-papers.ts';
import { addCourtOrder, addHearing, endHearing } from './hearings-and-orders.ts';
import { addPlotCaveat, removePlotCaveat } from './plot-caveats.ts';
import { courtCasesSource, showCourtCase } from './show-case.ts';
import {
  addCaseParty,
  addCasePlot,
  addCourtCase,
  changeCourtCase,
  followCourtCase,
  removeCaseParty,
} from './write-case.ts';

export type CourtCaseDeps = { db: Db; now: () => Date; lists: Lists; staff: StaffOfApplications };

export const courtCaseRoutes = (app: ApiScope, deps: CourtCaseDeps): void => {
  const { db, lists, staff, now } = deps;
  const { read, show, change } = serving(app, deps);
  lists.serve(app, contract.courtCaseList, courtCasesSource(staff), () => ({ day: contract.today(now()) }));
  show(contract.showCourtCase, 'court case', (found, asked) => showCourtCase(found, asked, staff));
  change(contract.addCourtCase, addCourtCase);
  change(contract.changeCourtCase, changeCourtCase);
  change(contract.resolveCourtCase, resolveCourtCase);
  change(contract.reopenCourtCase, reopenCourtCase);
  change(contract.followCourtCase, followCourtCase);
  change(contract.addCasePlot, addCasePlot);
  change(contract.addCaseParty, addCaseParty);
  change(contract.removeCaseParty, removeCaseParty);
  change(contract.addHearing, addHearing);
  change(contract.endHearing, endHearing);
  change(contract.addCourtOrder, addCourtOrder);
  change(contract.addCasePaper, addCasePaper, readPaper);
  read(contract.getCasePaper, async (asked, _, reply) => sendDownload(reply, await casePaperToSend(db, asked)));
  change(contract.removeCasePaper, removeCasePaper);
  change(contract.addPlotCaveat, addPlotCaveat);
  change(contract.removePlotCaveat, removePlotCaveat);
};
