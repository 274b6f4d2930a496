import type { Network } from './schemas.ts';

/** The longest transaction ID that a network can be set to, and the database takes. */
export const MAX_TRANSACTION_ID_LENGTH = 32;

/** The kinds of transaction IDs: digits alone, or letters and digits. Every ID has a digit. */
export const ID_CHARACTERS = ['digits', 'letters_and_digits'] as const;

type IdForm = Pick<Network, 'id_lengths' | 'id_characters'>;

/** The form of an ID whose network is not known. */
const DEFAULT_FORM: IdForm = { id_lengths: [11], id_characters: 'letters_and_digits' };

const GHANAPAY: Network = {
  code: 'GHANAPAY',
  name: 'GhanaPay',
  id_lengths: [12],
  id_characters: 'digits',
  id_padded_to: null,
  wrong_id_message: null,
};

/** The forms that are taken without a network, whichever networks an office has set. */
const FORMS_OF_ANY: readonly IdForm[] = [DEFAULT_FORM, GHANAPAY];

/**
 * The IDs that many banks print: FT, the year, the day of the year and five characters. No network
 * has the like, so such an ID needs no network.
 */
const BANK_ID = /^FT\d{2}(?:[0-2]\d\d|3[0-5]\d|36[0-6])[A-Z0-9]{5}$/;

/** True for a bank's ID in uppercase, `FT26333ABCDE`. */
export const isBankId = (id: string): boolean => BANK_ID.test(id);

/**
 * The networks until staff change them. Telecel's messages fill IDs up with zeros to 16 digits,
 * which are taken off, so that an ID is the same however it was copied; without them the newer ones
 * have 11 digits.
 */
export const BUILT_IN_NETWORKS: readonly Network[] = [
  {
    code: 'MTN',
    name: 'MTN',
    id_lengths: [11],
    id_characters: 'digits',
    id_padded_to: null,
    wrong_id_message: null,
  },
  {
    code: 'TELECEL',
    name: 'Telecel',
    id_lengths: [10, 11],
    id_characters: 'digits',
    id_padded_to: 16,
    wrong_id_message:
      'Wrong Transaction ID. Transaction ID should be 10 or 11 digits for Telecel, besides the zeros before them.',
  },
  {
    code: 'AIRTELTIGO',
    name: 'AirtelTigo',
    ...DEFAULT_FORM,
    id_padded_to: null,
    wrong_id_message: null,
  },
  GHANAPAY,
];

/** A network as people name it. */
export const networkName = (code: string): string => BUILT_IN_NETWORKS.find((one) => one.code === code)?.name ?? code;

const fits = (id: string, { id_lengths, id_characters }: IdForm): boolean =>
  id_lengths.includes(id.length) && (id_characters === 'digits' ? /^\d+$/ : /^[A-Z0-9]+$/).test(id);

const formsOf = (networks: readonly Network[], network?: Network): readonly IdForm[] =>
  network ? [network] : [...FORMS_OF_ANY, ...networks];

/**
 * True when an ID in uppercase is a bank's or has its network's form; without a network, that of
 * any network, GhanaPay or the default.
 */
export const hasIdForm = (id: string, networks: readonly Network[], network?: Network): boolean =>
  isBankId(id) || formsOf(networks, network).some((form) => fits(id, form));

/** The names of the networks whose form an ID in uppercase has. */
export const networksOfForm = (id: string, networks: readonly Network[]): string[] =>
  networks.filter((network) => fits(id, network)).map(({ name }) => name);

/** Removes the zeros that a network fills its IDs up with; any other text stays as it is. */
export const withoutPadding = (id: string, networks: readonly Network[]): string => {
  const bare = id.replace(/^0+/, '');
  const isPadded = bare !== id && networks.some((one) => one.id_padded_to === id.length && fits(bare, one));
  return isPadded ? bare : id;
};

/**
 * True for an ID of the network, of any if it is not known, or its beginning, in any case, also
 * with the zeros before it.
 */
export const mayBecomeId = (text: string, networks: readonly Network[], network?: Network): boolean => {
  const forms = formsOf(networks, network);
  const withLetters = forms.filter(({ id_characters }) => id_characters !== 'digits');
  const fitting = /\D/.test(text) && withLetters.length > 0 ? withLetters : forms;
  const isShort = fitting.some(({ id_lengths }) => text.length <= Math.max(...id_lengths)) || /^FT.{0,10}$/i.test(text);
  const isPadded = networks.some(
    ({ id_padded_to, id_lengths }) =>
      id_padded_to !== null &&
      text.length <= id_padded_to &&
      text.startsWith('0'.repeat(id_padded_to - Math.max(...id_lengths))),
  );
  return /^[A-Z0-9]*$/i.test(text) && (isShort || isPadded);
};

/** The form of IDs in words, `11 digits`. */
export const idFormOf = ({ id_lengths, id_characters }: IdForm): string =>
  `${id_lengths.join(' or ')} ${id_characters === 'digits' ? 'digits' : 'characters'}`;

/**
 * The sentence for an ID without the network's form or, without a network, the default form;
 * `likely` are the names of the networks whose form it has.
 */
export const wrongIdMessage = (network?: Network, likely: readonly string[] = []): string => {
  if (network?.wrong_id_message) return network.wrong_id_message;
  const form = `Transaction ID should be ${idFormOf(network ?? DEFAULT_FORM)}${network ? ` for ${network.name}` : ''}.`;
  const hint = likely.length === 0 ? '' : ` It looks like an ID of ${likely.join(' or ')}: choose that network.`;
  return `Wrong Transaction ID. ${form}${hint}`;
};
