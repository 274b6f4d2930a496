export { isIdentification, isNationality, isRelationship } from './lookups.repo.ts';
export { lookupRoutes } from './lookups.routes.ts';
export { addIdentifications, addNationalities, addRelationships, firstTimers } from './reference.repo.ts';
