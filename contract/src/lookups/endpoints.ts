import { z } from 'zod';
import { endpoint } from '../common/endpoint.ts';
import { Id, shortText } from '../common/fields.ts';
import { defineLookup, namedEndpoints, resourcePaths, verbPaths } from '../common/lookup.ts';
import { isPlainText } from '../common/text.ts';
import { isMask } from './number-mask.ts';

const MAX_MASK = 40;

/**
 * The form of the numbers of a kind of document, as people write one: 9 is any digit, A any letter,
 * and all else itself. Stored in uppercase. It is no regular expression, since a slip in one could
 * refuse everybody or stop the server.
 */
export const NumberMask = z
  .string()
  .trim()
  .min(1, 'Please write the form of the numbers, or leave it empty.')
  .max(MAX_MASK, `The form has at most ${MAX_MASK} characters.`)
  .refine((text) => isPlainText(text) && isMask(text), {
    error:
      'Write 9 for a digit and A for a letter, like A9999999, with no signs besides letters, digits, spaces and - . /',
  });

export const Nationality = z.object({ id: Id, nationality: z.string() });
export const NationalityFields = z.strictObject({ nationality: shortText('nationality') });

export const Identification = z.object({
  id: Id,
  identification: z.string(),
  /**
   * The form of its numbers; null where they are free text, and for the Ghana Card, whose rule is
   * the product's own.
   */
  number_mask: z.string().nullable(),
});
export const IdentificationFields = z.strictObject({
  identification: shortText('identification type'),
  number_mask: NumberMask.nullable().optional(),
});
export const IdentificationChanges = IdentificationFields.partial();

export const Bank = z.object({ id: Id, bank: z.string() });
export const BankFields = z.strictObject({ bank: shortText('bank') });

export const Relationship = z.object({ id: Id, relationship: z.string() });
export const RelationshipFields = z.strictObject({ relationship: shortText('relationship') });

export const Title = z.object({ id: Id, title: z.string() });
export const TitleFields = z.strictObject({ title: shortText('title') });

export const Path = z.object({ id: Id, path: z.string() });
export const PathFields = z.strictObject({ path: shortText('path') });

export const Stop = z.object({ id: Id, stop: z.string(), gps_address: z.string().nullable() });
export const StopFields = z.strictObject({
  stop: shortText('stop'),
  gps_address: shortText('GPS address', 20).nullable().optional(),
});
export const StopChanges = StopFields.partial();

const tag = 'lookups';

export const nationalities = defineLookup({
  words: { one: 'nationality', many: 'nationalities' },
  paths: resourcePaths('/nationality'),
  tag,
  summary: 'Nationalities, by name',
  row: Nationality,
  name: 'nationality',
  added: NationalityFields,
  example: { nationality: 'GHANAIAN' },
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
  example: { identification: 'PASSPORT' },
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
  example: { relationship: 'SISTER' },
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
  example: { bank: 'Bank of Nungua' },
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
  example: { title: 'Nii' },
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
  example: { path: 'Circle to Tema' },
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
  example: { stop: 'Tema Station' },
  changed: StopChanges,
  fields: {
    stop: { kind: 'text', label: 'Stop', maxLength: 60 },
    gps_address: { kind: 'text', label: 'GPS address', maxLength: 20, isOptional: true },
  },
  filters: {},
});

/** The most banks that a search shows; people type one more letter rather than read on. */
export const BANK_MATCHES = 50;

export const searchBank = endpoint('POST /banks/search_bank', 'payments.receive', {
  summary: 'The banks whose name holds the text, by name',
  description: `At most the first ${BANK_MATCHES}. Finding none is 404 with a message.`,
  tags: [tag],
  errors: ['not_found'],
  body: z.strictObject({ bank: shortText('bank') }),
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
