export { firstFee, firstFeeOf, missingPrices, priceOf, readPrices } from './price-of.ts';
export {
  addPaymentTypes,
  addPrices,
  type PaymentTypeRules,
  paymentTypes,
  pricesOfYear,
  rulesOfType,
} from './prices.repo.ts';
export { priceRoutes } from './prices.routes.ts';
