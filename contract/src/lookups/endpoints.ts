import { z } from 'zod';
import { endpoint } from '../common/endpoint.ts';
import { line } from '../common/line.ts';
import { defineLookup, namedEndpoints, resourcePaths, verbPaths } from '../common/lookup.ts';
import {
  Bank,
  BankFields,
  Identification,
  IdentificationChanges,
  IdentificationFields,
  Nationality,
  NationalityFields,
  Path,
  PathFields,
  Relationship,
  RelationshipFields,
  Stop,
  StopChanges,
  StopFields,
  Title,
  TitleFields,
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
  changed: IdentificationChanges,
  fields: {
    identification: { kind: 'text', label: 'Identification type', maxLength: 60 },
    number_mask: {
      kind: 'text',
      label: 'Form of its numbers',
      maxLength: 40,
      isOptional: true,
      help: '9 is a digit, A a letter, like A9999999. Empty: any number is taken.',
    },
  },
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

export const titles = defineLookup({
  words: { one: 'title', many: 'titles' },
  paths: verbPaths('/titles', 'title', 'titles'),
  tag,
  summary: 'Titles before a person’s name',
  row: Title,
  name: 'title',
  added: TitleFields,
  changed: TitleFields,
  fields: { title: { kind: 'text', label: 'Title', maxLength: 60 } },
  filters: {},
});

export const paths = defineLookup({
  words: { one: 'path', many: 'paths' },
  paths: resourcePaths('/paths'),
  tag,
  summary: 'Paths that cars take, by name',
  row: Path,
  name: 'path',
  added: PathFields,
  changed: PathFields,
  fields: { path: { kind: 'text', label: 'Path', maxLength: 60 } },
  filters: {},
});

export const stops = defineLookup({
  words: { one: 'stop', many: 'stops' },
  paths: resourcePaths('/stops'),
  tag,
  summary: 'Stops on the paths, by name',
  row: Stop,
  name: 'stop',
  added: StopFields,
  changed: StopChanges,
  fields: {
    stop: { kind: 'text', label: 'Stop', maxLength: 60 },
    gps_address: { kind: 'text', label: 'GPS address', maxLength: 20, isOptional: true },
  },
  filters: {},
});

/** The banks that a search shows at most: nobody reads on, they type one more letter. */
export const BANK_MATCHES = 50;

export const searchBank = endpoint('POST /banks/search_bank', 'payments.receive', {
  summary: 'The banks whose name holds the text, by name',
  description: `At most the first ${BANK_MATCHES}. Finding none is 404 with a message.`,
  tags: [tag],
  errors: ['not_found'],
  body: z.strictObject({ bank: line('bank') }),
  answer: z.object({ status: z.literal(true), message: z.string(), bank: z.array(Bank) }),
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
  searchBank,
  ...namedEndpoints('Title', 'Titles', titles),
  ...namedEndpoints('Path', 'Paths', paths),
  ...namedEndpoints('Stop', 'Stops', stops),
};
