import type { Generated } from 'kysely';

export type LookupTables = {
  nationalities: { id: Generated<string>; nationality: string };
  identifications: { id: Generated<string>; identification: string; number_mask: string | null };
  relationships: { id: Generated<string>; relationship: string };
  banks: { id: Generated<string>; bank: string };
  titles: { id: Generated<string>; title: string };
  paths: { id: Generated<string>; path: string };
  stops: { id: Generated<string>; stop: string; gps_address: string | null };
  reference_seeds: { list: string; item: string };
};
