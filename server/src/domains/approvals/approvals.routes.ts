import * as contract from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { callerOf } from '#http/guard.ts';
import type { Lists } from '#http/lists/serve-lists.ts';
import type { ApiScope } from '#http/scope.ts';
import { serving } from '#http/serving.ts';
import type { StaffHolders } from './approvers.ts';
import { grantApproval, kindsFor, refuseApproval, withdrawApproval } from './decide-approval.ts';
import type { AnyApproval } from './define-approval.ts';

import { aloneSource, approvalSource, showApproval } from './read-approvals.ts';

type Deps = {
  db: Db;
  now: () => Date;
  lists: Lists;
  /** Each domain's changes that wait for another person. */
  definitions: readonly AnyApproval[];
  staff: StaffHolders;
};

export const approvalRoutes = (app: ApiScope, { lists, staff, definitions, ...deps }: Deps): void => {
  const deciding = { definitions: new Map(definitions.map((definition) => [definition.kind, definition])), staff };
  const { show, change } = serving(app, deps);
  lists.serve(app, contract.approvalList, approvalSource(staff), (request) => {
    const caller = callerOf(request);
    return { kinds: kindsFor(caller), accountId: caller.accountId };
  });
  lists.serve(app, contract.aloneDecisionList, aloneSource(staff), () => undefined);
  show(contract.showApproval, 'approval', (db, asked) => showApproval(db, asked, deciding));
  change(contract.grantApproval, (tx, asked) => grantApproval(tx, asked, deciding));
  change(contract.refuseApproval, (tx, asked) => refuseApproval(tx, asked, deciding));
  change(contract.withdrawApproval, (tx, asked) => withdrawApproval(tx, asked, deciding));
};
