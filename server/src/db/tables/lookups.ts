import type { Generated } from 'kysely';

export type LookupTables = {
  nationalities: { id: Generated<string>; nationality: string };
  identifications: { id: Generated<string>; identification: string };
  relationships: { id: Generated<string>; relationship: string };
  payment_types: { id: Generated<string>; type_code: string; description: string; side: 'drivers' | 'tenants' };
  payment_list: { id: Generated<string>; year: number; type_code: string; amount: string };
  reference_seeds: { list: string; item: string };
};
