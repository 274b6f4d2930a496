/** The list of prices as the table has it: reading takes no decision. */
export { pageOfPrices } from './prices.repo.ts';
