import {
  banks,
  GHANA_CARD,
  identifications,
  nationalities,
  paths,
  relationships,
  stops,
  titles,
} from '@banbo/contract';
import { audit } from '#domains/audit';
import {
  bankTable,
  identificationTable,
  nationalityTable,
  pathTable,
  relationshipTable,
  stopTable,
  titleTable,
} from './lookups.repo.ts';

export const LOOKUPS = [
  { ...nationalities, table: nationalityTable, audit },
  // The numbers of Ghana Cards are checked by this name.
  { ...identifications, table: identificationTable, kept: [GHANA_CARD], audit },
  { ...relationships, table: relationshipTable, audit },
  { ...banks, table: bankTable, audit },
  { ...titles, table: titleTable, audit },
  { ...paths, table: pathTable, audit },
  { ...stops, table: stopTable, audit },
];
