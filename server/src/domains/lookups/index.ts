export { lookupRoutes } from './lookups.routes.ts';
export { missingPrices } from './missing-prices.ts';
export { isIdentification, isNationality, paymentTypeOf, priceOf } from './payment-types.repo.ts';
export {
  addIdentifications,
  addNationalities,
  addPaymentTypes,
  addPrices,
  addRelationships,
} from './reference.repo.ts';
