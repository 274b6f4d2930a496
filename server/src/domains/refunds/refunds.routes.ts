import * as contract from '@banbo/contract';
import type { Db } from '#db/database.ts';
import type { Lists } from '#http/lists/serve-lists.ts';
import type { ApiScope } from '#http/scope.ts';
import { serving } from '#http/serving.ts';
import { type ApproversOfRefunds, askRefund } from './ask-refund.ts';
import { changeRefund } from './pay-refund.ts';
import { ownRefunds, refundSource, showRefund, showRefundable } from './read-refunds.ts';
import { refundFigures } from './refunds.repo.ts';

type Deps = ApproversOfRefunds & { db: Db; now: () => Date; lists: Lists };

export const refundRoutes = (app: ApiScope, { db, now, lists, staff }: Deps): void => {
  const { read, show, change } = serving(app, { db, now });
  lists.serve(app, contract.refundList, refundSource(staff), () => undefined);
  read(contract.refundFigures, () => refundFigures(db));
  read(contract.getRefundable, (asked) => showRefundable(db, asked));
  read(contract.listOwnRefunds, ({ by: { accountId }, query }) =>
    ownRefunds(db, { accountId, driverCode: query.driver_code }),
  );
  show(contract.showRefund, 'refund', (found, asked) => showRefund(found, asked, staff));
  change(contract.askRefund, (tx, asked) => askRefund(tx, asked, { staff }));
  change(contract.changeRefund, (tx, asked) => changeRefund(tx, asked, { staff }));
};
