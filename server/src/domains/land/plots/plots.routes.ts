import * as contract from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { sendDownload } from '#http/headers.ts';
import type { Lists } from '#http/lists/serve-lists.ts';
import type { ApiScope } from '#http/scope.ts';
import { serving } from '#http/serving.ts';
import { readPaper } from '#lib/read-paper.ts';
import { readPlotBoundary } from './read-given-boundary.ts';
import { type PeopleOfLand, plotsSource, showPlot } from './read-plots.ts';
import { addSitePlan, sitePlanToSend } from './site-plans.ts';
import { addPlot, changePlot, deletePlot } from './write-plots.ts';

export type PlotDeps = { db: Db; now: () => Date; lists: Lists; staff: PeopleOfLand };

export const plotRoutes = (app: ApiScope, deps: PlotDeps): void => {
  const { db, lists, staff } = deps;
  const { read, show, change } = serving(app, deps);
  lists.serve(app, contract.plotList, plotsSource, () => undefined);
  read(contract.readPlotBoundary, (asked) => readPlotBoundary(db, asked));
  show(contract.showPlot, 'plot', (found, asked) => showPlot(found, asked, staff));
  change(contract.addPlot, addPlot);
  change(contract.changePlot, changePlot);
  change(contract.deletePlot, deletePlot);
  change(contract.addSitePlan, addSitePlan, readPaper);
  read(contract.getSitePlan, async (asked, _, reply) => sendDownload(reply, await sitePlanToSend(db, asked)));
};
