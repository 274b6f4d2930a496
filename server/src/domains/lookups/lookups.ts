import { GHANA_CARD, identifications, nationalities, relationships } from '@banbo/contract';
import { identificationTable, nationalityTable, relationshipTable } from './lookups.repo.ts';

/** The lists of this domain, each with its table. */
export const LOOKUPS = [
  { ...nationalities, table: nationalityTable },
  // The numbers of Ghana Cards are checked by this name.
  { ...identifications, table: identificationTable, kept: [GHANA_CARD] },
  { ...relationships, table: relationshipTable },
];
