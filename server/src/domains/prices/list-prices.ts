/** The lists of payment types and prices, as the tables have them: reading takes no decision. */
export { pageOfPaymentTypes } from './payment-types.repo.ts';
export { pageOfPrices } from './prices.repo.ts';
