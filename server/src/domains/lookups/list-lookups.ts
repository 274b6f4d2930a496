/** The entries of the lists of choices, as the tables have them. */
export { pageOfIdentifications, pageOfNationalities, pageOfRelationships } from './lookups.repo.ts';
export { pageOfPaymentTypes, pageOfPrices } from './payment-types.repo.ts';
