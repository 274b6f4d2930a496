import * as contract from '@banbo/contract';
import { today } from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { sendPdf } from '#http/headers.ts';
import type { Lists } from '#http/lists/serve-lists.ts';
import type { ApiScope } from '#http/scope.ts';
import { serving } from '#http/serving.ts';
import { issueLandDocument } from './issue-paper.ts';
import { addPlotSlip, askLandSlip, makeSlipCode } from './issue-slip.ts';
import {
  checkLandDocument,
  landDocumentsSource,
  landDocumentToSend,
  landSlipToSend,
  type PaperSources,
  slipCodesSource,
} from './read-papers.ts';

export type LandPaperDeps = PaperSources & { db: Db; now: () => Date; lists: Lists };

export const landPaperRoutes = (app: ApiScope, deps: LandPaperDeps): void => {
  const { db, now, lists, staff, letterhead } = deps;
  const { read, change } = serving(app, deps);
  lists.serve(app, contract.landDocumentList, landDocumentsSource(staff), () => ({ day: today(now()) }));
  lists.serve(app, contract.slipCodeList, slipCodesSource(staff), () => ({ now: now() }));
  change(contract.issueLandDocument, issueLandDocument);
  change(contract.addPlotSlip, addPlotSlip);
  change(contract.askLandSlip, askLandSlip);
  change(contract.makeSlipCode, makeSlipCode);
  read(contract.getLandDocument, async (asked, _, reply) =>
    sendPdf(reply, await landDocumentToSend(db, asked, { now: asked.now, letterhead })),
  );
  read(contract.getLandSlip, async (asked, _, reply) =>
    sendPdf(reply.header('cache-control', 'no-store'), await landSlipToSend(db, asked, { now: asked.now, letterhead })),
  );
  read(contract.checkLandDocument, (asked, _, reply) => {
    // A paper may be replaced at any moment.
    reply.header('cache-control', 'no-store');
    return checkLandDocument(db, asked);
  });
};
