import * as contract from '@banbo/contract';
import type { Db } from '#db/database.ts';
import type { Approvers } from '#domains/approvals';
import type { Lists } from '#http/lists/serve-lists.ts';
import type { ApiScope } from '#http/scope.ts';
import { serving } from '#http/serving.ts';
import { askRefund } from './ask-refund.ts';
import { changeRefund } from './pay-refund.ts';
import { landRefundSource, ownRefunds, refundSource, showRefund, showRefundable } from './read-refunds.ts';
import { refundFigures } from './refunds.repo.ts';

type Deps = Approvers & { db: Db; now: () => Date; lists: Lists };

export const refundRoutes = (app: ApiScope, { db, now, lists, staff }: Deps): void => {
  const { read, show, change } = serving(app, { db, now });
  const [drivers, land] = [{ side: 'drivers' }, { side: 'land' }] as const;
  lists.serve(app, contract.refundList, refundSource(staff), () => undefined);
  read(contract.refundFigures, () => refundFigures(db, 'drivers'));
  read(contract.getRefundable, (asked) => showRefundable(db, { ...asked, ...drivers }));
  read(contract.listOwnRefunds, ({ by: { accountId }, query }) =>
    ownRefunds(db, { accountId, driverCode: query.driver_code }),
  );
  show(contract.showRefund, 'refund', (found, asked) => showRefund(found, { ...asked, ...drivers }, staff));
  change(contract.askRefund, (tx, asked) => askRefund(tx, { ...asked, ...drivers }, { staff }));
  change(contract.changeRefund, (tx, asked) => changeRefund(tx, { ...asked, ...drivers }, { staff }));
  lists.serve(app, contract.landRefundList, landRefundSource(staff), () => undefined);
  read(contract.landRefundFigures, () => refundFigures(db, 'land'));
  read(contract.getLandRefundable, (asked) => showRefundable(db, { ...asked, ...land }));
  show(contract.showLandRefund, 'refund', (found, asked) => showRefund(found, { ...asked, ...land }, staff));
  change(contract.askLandRefund, (tx, asked) => askRefund(tx, { ...asked, ...land }, { staff }));
  change(contract.changeLandRefund, (tx, asked) => changeRefund(tx, { ...asked, ...land }, { staff }));
};
