/** How a network writes its transaction IDs: the lengths they have, and whether letters stand in them. */
type IdForm = { lengths: readonly number[]; hasLetters: boolean };

/** An ID whose network is not known, and a new network's until its own is. */
const DEFAULT_FORM: IdForm = { lengths: [11], hasLetters: true };

/**
 * The networks with the form of their transaction IDs: the one place to change when a network changes its own. Lengths lie
 * between 8 and 20, as the database bounds them. Telecel's messages fill IDs up with zeros to 16 digits, which are taken off,
 * so that an ID is the same however it was copied; without them the newer ones have 11 digits.
 */
const FORMS = {
  MTN: { name: 'MTN', lengths: [11], hasLetters: false, besides: '' },
  TELECEL: { name: 'Telecel', lengths: [10, 11], hasLetters: false, besides: ', besides the zeros before them' },
  AIRTELTIGO: { name: 'AirtelTigo', ...DEFAULT_FORM, besides: '' },
} as const satisfies Record<string, IdForm & { name: string; besides: string }>;

export type Network = keyof typeof FORMS;
export const NETWORKS = Object.keys(FORMS) as [Network, ...Network[]];
export const networkName = (network: Network): string => FORMS[network].name;

const ALL: readonly IdForm[] = [DEFAULT_FORM, ...Object.values(FORMS)];

/** The lengths that some network's IDs have, or the default's, each once and the shortest first. */
export const ID_LENGTHS: readonly number[] = [...new Set(ALL.flatMap(({ lengths }) => lengths))].sort((a, b) => a - b);
export const MAX_ID_LENGTH = Math.max(...ID_LENGTHS);

const fits = (id: string, { lengths, hasLetters }: IdForm): boolean =>
  lengths.includes(id.length) && (hasLetters ? /^[A-Z0-9]+$/ : /^\d+$/).test(id);

/** True when an ID in uppercase has the form of its network's; without a network, that of any or the default's. */
export const hasIdForm = (id: string, network?: Network): boolean =>
  (network ? [FORMS[network]] : ALL).some((form) => fits(id, form));

const wordsOf = ({ lengths, hasLetters }: IdForm): string =>
  `${lengths.join(' or ')} ${hasLetters ? 'characters' : 'digits'}`;

/** The form of a network's IDs in words, `11 digits`. */
export const idFormOf = (network: Network): string => wordsOf(FORMS[network]);

const wrongId = (form: IdForm, of: string): string =>
  `Wrong Transaction ID. Transaction ID should be ${wordsOf(form)}${of}.`;

/** The sentence for an ID of another form than the network's, or without one than the default. */
export const wrongIdMessage = (network?: Network): string => {
  if (!network) return wrongId(DEFAULT_FORM, '');
  const { name, besides } = FORMS[network];
  return wrongId(FORMS[network], ` for ${name}${besides}`);
};
