/** What the lists of choices hold. Reading them takes no decision, so they are what the tables say. */
export { pageOfIdentifications, pageOfNationalities, pageOfRelationships } from './lookups.repo.ts';
export { pageOfPaymentTypes, pageOfPrices } from './payment-types.repo.ts';
