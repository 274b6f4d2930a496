import { getPayingDriver, getPayment } from '@banbo/contract';
import type { Db } from '#db/database.ts';
import type { ApiScope } from '#http/scope.ts';
import { showPayingDriver, showPayment } from './show-payment.ts';

export const paymentHistoryRoutes = (app: ApiScope, db: Db): void => {
  app.route({ ...getPayingDriver, handler: ({ params }) => showPayingDriver(db, params.driver_code) });
  app.route({ ...getPayment, handler: ({ params }) => showPayment(db, params.id) });
};
