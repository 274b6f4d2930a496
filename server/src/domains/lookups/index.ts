export {
  bankId,
  identificationTypes,
  isIdentification,
  isNationality,
  isRelationship,
  nationalityNames,
  numberMaskOf,
  relationshipNames,
} from './lookups.repo.ts';
export { lookupRoutes } from './lookups.routes.ts';
export {
  addBanks,
  addIdentifications,
  addNationalities,
  addRelationships,
  addTitles,
  firstTimers,
} from './reference.repo.ts';
