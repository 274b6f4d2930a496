import * as contract from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { sendDownload, sendPdf } from '#http/headers.ts';
import type { Lists } from '#http/lists/serve-lists.ts';
import type { ApiScope } from '#http/scope.ts';
import { serving } from '#http/serving.ts';
import { readPaper } from '#lib/read-paper.ts';
import type { LandPaperDeps } from '../papers/papers.routes.ts';
import { addShareReceipt, askSharePayout, changeSharePayout } from './pay-shares.ts';
import { sharePayoutSource, shareReceipt, shareVoucher, showSharePayout, stoolStatement } from './read-payouts.ts';
import { askShareRule, showShareRules } from './set-share-rule.ts';
import { showStoolAccount } from './stool-account.ts';

type Deps = Pick<LandPaperDeps, 'letterhead' | 'staff'> & { db: Db; now: () => Date; lists: Lists };

export const shareRoutes = (app: ApiScope, deps: Deps): void => {
  const { db, lists, staff } = deps;
  const { read, show, change } = serving(app, deps);
  read(contract.showShareRules, (asked) => showShareRules(db, asked, deps));
  change(contract.askShareRule, (tx, asked) => askShareRule(tx, asked, deps));
  lists.serve(app, contract.sharePayoutList, sharePayoutSource(staff), () => undefined);
  show(contract.showSharePayout, 'payout', (found, asked) => showSharePayout(found, asked, staff));
  change(contract.askSharePayout, (tx, asked) => askSharePayout(tx, asked, deps));
  change(contract.changeSharePayout, (tx, asked) => changeSharePayout(tx, asked, deps));
  change(contract.addShareReceipt, addShareReceipt, readPaper);
  read(contract.getShareReceipt, async (asked, _, reply) => sendDownload(reply, await shareReceipt(db, asked)));
  read(contract.getShareVoucher, async (asked, _, reply) => sendPdf(reply, await shareVoucher(db, asked, deps)));
  read(contract.showStoolAccount, (asked) => showStoolAccount(db, asked));
  read(contract.getStoolStatement, async (asked, _, reply) => sendPdf(reply, await stoolStatement(db, asked, deps)));
};
