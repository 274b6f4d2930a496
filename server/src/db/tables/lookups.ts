import type { Generated } from 'kysely';

export type LookupTables = {
  nationalities: { id: Generated<string>; nationality: string };
  identifications: { id: Generated<string>; identification: string };
  relationships: { id: Generated<string>; relationship: string };
  banks: { id: Generated<string>; bank: string };
  reference_seeds: { list: string; item: string };
};
