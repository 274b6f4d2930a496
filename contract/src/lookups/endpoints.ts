import { defineLookup, namedEndpoints, resourcePaths, verbPaths } from '../common/lookup.ts';
import {
  Bank,
  BankFields,
  Identification,
  IdentificationFields,
  Nationality,
  NationalityFields,
  Relationship,
  RelationshipFields,
} from './schemas.ts';

const tag = 'lookups';

export const nationalities = defineLookup({
  words: { one: 'nationality', many: 'nationalities' },
  paths: resourcePaths('/nationality'),
  tag,
  summary: 'Nationalities, by name',
  row: Nationality,
  name: 'nationality',
  added: NationalityFields,
  changed: NationalityFields,
  fields: { nationality: { kind: 'text', label: 'Nationality', maxLength: 60 } },
  filters: {},
});

export const identifications = defineLookup({
  words: { one: 'identification type', many: 'identification types' },
  paths: resourcePaths('/identification'),
  tag,
  summary: 'Identification types',
  row: Identification,
  name: 'identification',
  added: IdentificationFields,
  changed: IdentificationFields,
  fields: { identification: { kind: 'text', label: 'Identification type', maxLength: 60 } },
  filters: {},
});

export const relationships = defineLookup({
  words: { one: 'relationship', many: 'relationships' },
  paths: verbPaths('/relationship', 'relationship', 'relationship'),
  tag,
  summary: 'Relationships of a next of kin',
  row: Relationship,
  name: 'relationship',
  added: RelationshipFields,
  changed: RelationshipFields,
  fields: { relationship: { kind: 'text', label: 'Relationship', maxLength: 60 } },
  filters: {},
});

export const banks = defineLookup({
  words: { one: 'bank', many: 'banks' },
  paths: verbPaths('/banks', 'bank', 'banks'),
  tag,
  summary: 'Banks that cheques are drawn on, by name',
  row: Bank,
  name: 'bank',
  added: BankFields,
  changed: BankFields,
  fields: { bank: { kind: 'text', label: 'Bank', maxLength: 60 } },
  filters: {},
});

/** The lists alone, by which forms read them. */
export const listNationalities = nationalities.list;
export const listIdentifications = identifications.list;
export const listRelationships = relationships.list;
export const listBanks = banks.list;

export const lookupEndpoints = {
  ...namedEndpoints('Nationality', 'Nationalities', nationalities),
  ...namedEndpoints('Identification', 'Identifications', identifications),
  ...namedEndpoints('Relationship', 'Relationships', relationships),
  ...namedEndpoints('Bank', 'Banks', banks),
};
