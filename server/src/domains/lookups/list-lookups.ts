/** The lists of choices as the tables have them: reading takes no decision. */
export { pageOfIdentifications, pageOfNationalities, pageOfRelationships } from './lookups.repo.ts';
