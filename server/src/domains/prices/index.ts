export { missingPrices } from './missing-prices.ts';
export { addPaymentTypes, paymentTypes, rulesOfType, type TypeRules } from './payment-types.repo.ts';
export { firstFee, firstFeeOf, priceOf, readPrices } from './price-of.ts';
export { addPrices, pricesOfYear } from './prices.repo.ts';
export { priceRoutes } from './prices.routes.ts';
