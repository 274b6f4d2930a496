export { missingPrices } from './missing-prices.ts';
export { addPaymentTypes, type NewPaymentType, paymentTypeOf, paymentTypes } from './payment-types.repo.ts';
export { addPrices, priceOf } from './prices.repo.ts';
export { priceRoutes } from './prices.routes.ts';
