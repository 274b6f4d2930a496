export { DEMONYMS } from './countries.ts';
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
  namesOfPathsAndStops,
  nationalityNames,
  relationshipNames,
  storedNumberMask,
} from './lookups.repo.ts';
export { lookupRoutes } from './lookups.routes.ts';
