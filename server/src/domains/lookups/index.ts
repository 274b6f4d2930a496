export {
  bankId,
  identificationNames,
  isIdentification,
  isNationality,
  isRelationship,
  nationalityNames,
  relationshipNames,
} from './lookups.repo.ts';
export { lookupRoutes } from './lookups.routes.ts';
export { addBanks, addIdentifications, addNationalities, addRelationships, firstTimers } from './reference.repo.ts';
