export { firstFee, firstFeeOf, missingPrices, priceInYear, readAllPrices, readPrices } from './price-of.ts';
export {
  addOpeningType,
  addPaymentTypes,
  addPrices,
  type PaymentTypeRules,
  pricesOfYear,
  readPaymentTypes,
  rulesOfType,
} from './prices.repo.ts';
export { priceRoutes } from './prices.routes.ts';
export { priceChange, priceSubject } from './yearly/change-prices.ts';
