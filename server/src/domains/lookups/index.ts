export { isIdentification, isNationality } from './lookups.repo.ts';
export { lookupRoutes } from './lookups.routes.ts';
export { addIdentifications, addNationalities, addRelationships, firstTimers } from './reference.repo.ts';
