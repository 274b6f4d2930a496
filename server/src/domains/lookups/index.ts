export {
  addBanks,
  addIdentifications,
  addNationalities,
  addRelationships,
  addTitles,
  bankId,
  firstTimers,
  identificationTypes,
  isIdentification,
  isNationality,
  isRelationship,
  nationalityNames,
  numberMaskOf,
  relationshipNames,
} from './lookups.repo.ts';
export { lookupRoutes } from './lookups.routes.ts';
