export { bankId, isIdentification, isNationality, isRelationship } from './lookups.repo.ts';
export { lookupRoutes } from './lookups.routes.ts';
export { addBanks, addIdentifications, addNationalities, addRelationships, firstTimers } from './reference.repo.ts';
