export { typeChange } from './payment-type-rules.ts';
export { firstFee, firstFeeOf, missingPrices, priceInYear, readPrices } from './price-of.ts';
export {
  addOpeningType,
  addPaymentTypes,
  addPrices,
  lowestPrice,
  type PaymentTypeRules,
  pricesOfYear,
  readPaymentTypes,
  rulesOfType,
  typesInOrder,
} from './prices.repo.ts';
export { priceRoutes } from './prices.routes.ts';
export { priceAdditions } from './yearly/add-price.ts';
export { priceChange } from './yearly/change-prices.ts';
export { landPricesFor, missingLandPrices } from './yearly/land-prices.ts';
export { priceSubject } from './yearly/note-prices.ts';
export { priceRemoval } from './yearly/remove-price.ts';
