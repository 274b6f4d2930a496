import { z } from 'zod';
import { endpointsOf } from '../common/endpoint.ts';
import { Email, Id, Phone, shortText } from '../common/fields.ts';
import { MAX_PHONE_LENGTH, normalizePhone } from '../common/formats.ts';
import { hasDigit, mayHoldAddress, mayHoldNumber } from '../common/text.ts';
import { TaxRate } from '../receipts/taxes.ts';
import {
  FIRST_EVENING_HOUR,
  MAX_TAXES,
  MomoAccount,
  Network,
  PlanFeatureRow,
  Point,
  PublicSite,
  Site,
  type SiteField,
} from './schemas.ts';

const endpoint = endpointsOf('site');

const once = <T>(rows: readonly T[], keyOf: (row: T) => string): boolean =>
  new Set(rows.map((row) => keyOf(row).toUpperCase())).size === rows.length;

const phone = z
  .string()
  .max(MAX_PHONE_LENGTH)
  .refine((input) => normalizePhone(input) !== null, 'Give a Ghana phone number, like 024 123 4567.');

const account = z.strictObject({
  ...MomoAccount.shape,
  network: shortText('network', 40),
  name: shortText('name of the account', 80),
  number: z.string().regex(/^\d[\d ]{2,29}$/, 'Give the number in digits and spaces.'),
});

/** Takes encrypted addresses alone, and no scripts. */
const link = z.strictObject({
  name: shortText('name of the link', 40),
  url: z
    .url({ protocol: /^https$/, hostname: z.regexes.domain, error: 'Give a link that begins with https://.' })
    .max(300),
});

const emergency = z.strictObject({
  name: shortText('name of the emergency number', 60),
  number: z.string().regex(/^\+?\d[\d ]{1,18}$/, 'Give the number in digits, like 112.'),
});

/** Shorter ones would stand in many a text by chance. */
const callingWord = shortText('calling word', 40).refine(
  (word) => (word.match(/\p{L}/gu) ?? []).length >= 3,
  'A calling word has three letters or more.',
);

const feature = z.strictObject({
  name: shortText('feature', 80),
  plans: PlanFeatureRow.shape.plans.refine((plans) => once(plans, (plan) => plan), 'A plan is listed twice.'),
});

/** A number of whole days, from the least to the most. */
const whole = (unit: string, least: number, most: number) => {
  const words = `Give whole ${unit}, from ${least} to ${most}.`;
  return z.number(words).int(words).min(least, words).max(most, words);
};
const days = (least: number, most: number) => whole('days', least, most);

const baseMap = z.strictObject({
  url: z
    .url({
      protocol: /^https$/,
      hostname: z.regexes.domain,
      error: 'Give the address of the map’s tiles, which begins with https://.',
    })
    .max(300)
    .refine(
      (url) => ['{z}', '{x}', '{y}'].every((part) => url.includes(part)),
      'The address has {z}, {x} and {y} where zoom, column and row stand.',
    ),
  attribution: shortText('map’s attribution', 200),
});

/**
 * The company's facts as staff write them: stricter than `Site`, by which stored ones are read. The
 * server stores phone numbers in E.164. Every field is optional, and one that is absent stays.
 */
export const SiteChange = z
  .strictObject({
    company_name: shortText('company name', 80),
    office_location: shortText('office address', 200),
    gps_address: shortText('GPS address', 40),
    email: Email,
    mobile_numbers: z
      .array(phone)
      .min(1, 'Give at least one phone number.')
      .max(6, 'At most six phone numbers.')
      .refine((numbers) => once(numbers, (one) => normalizePhone(one) ?? one), 'A phone number is listed twice.'),
    social_links: z.array(link).max(8, 'At most eight links.'),
    momo_merchants: z.array(account).max(6, 'At most six merchant accounts.'),
    momo_numbers: z.array(account).max(6, 'At most six numbers.'),
    networks: z
      .array(Network.strict())
      .min(1, 'Keep at least one network: the payment form offers them.')
      .max(20, 'At most 20 networks.')
      .refine((networks) => once(networks, ({ code }) => code), 'A network is listed twice.'),
    tin: Site.shape.tin,
    taxes: z
      .array(TaxRate.strict())
      .max(MAX_TAXES, `At most ${MAX_TAXES} taxes.`)
      .refine((taxes) => once(taxes, ({ name }) => name), 'A tax is listed twice.'),
    missing_money_days: z
      .number('Give a number of days.')
      .int('Give whole days.')
      .min(0, 'Give a number of days.')
      .max(90, 'At most 90 days.'),
    waive_up_to: Site.shape.waive_up_to,
    forgive_limit: Site.shape.forgive_limit,
    expense_limit: Site.shape.expense_limit,
    petty_cash_float: Site.shape.petty_cash_float,
    reclaims_input_tax: z.boolean(),
    emergency_numbers: z
      .array(emergency)
      .max(8, 'At most eight emergency numbers.')
      .refine((rows) => once(rows, ({ number }) => number.replaceAll(' ', '')), 'An emergency number is listed twice.'),
    ring_seconds: whole('seconds', 15, 600),
    supervisor_numbers: z
      .array(Phone)
      .max(6, 'At most six numbers of supervisors.')
      .refine((numbers) => once(numbers, (one) => normalizePhone(one) ?? one), 'A number is listed twice.'),
    calling_words: z
      .array(callingWord)
      .max(60, 'At most 60 words.')
      .refine((words) => once(words, (word) => word), 'A word is listed twice.'),
    owner_numbers: z
      .array(Phone)
      .max(6, 'At most six numbers of owners.')
      .refine((numbers) => once(numbers, (one) => normalizePhone(one) ?? one), 'A number is listed twice.'),
    owner_emails: z
      .array(Email)
      .max(6, 'At most six addresses of owners.')
      .refine((mails) => once(mails, (one) => one), 'An address is listed twice.'),
    owner_message_hour: whole('hours', FIRST_EVENING_HOUR, 23),
    plan_features: z
      .array(feature)
      .min(1, 'Keep at least one feature of the plans.')
      .max(20, 'At most 20 features.')
      .refine((rows) => once(rows, ({ name }) => name), 'A feature is listed twice.'),
    member_signin_open: z.boolean(),
    places_kept_days: days(7, 1_000),
    places_whole_days: days(1, 90),
    silent_minutes: whole('minutes', 5, 43_200),
    bundle_days: days(0, 60),
    base_map: baseMap.nullable(),
  } satisfies Record<SiteField, z.ZodType>)
  .partial();
export type SiteChange = z.infer<typeof SiteChange>;

export const SITE_FIELDS = Object.keys(Site.shape) as [SiteField, ...SiteField[]];

const version = z.string().max(64).optional();

/** For each field a mark of its value: it changes whenever the value does. */
export const SiteVersions = z.strictObject(
  Object.fromEntries(SITE_FIELDS.map((field) => [field, version])) as Record<SiteField, typeof version>,
);
export type SiteVersions = z.infer<typeof SiteVersions>;

/** The fields to change, each with the version that the person saw. */
export const SiteChangeRequest = z
  .strictObject({ ...SiteChange.shape, versions: SiteVersions })
  .check(({ value, issues }) => {
    for (const field of SITE_FIELDS) {
      if (value[field] === undefined || value.versions[field] !== undefined) continue;
      const message = `Say which version of ${field} you saw.`;
      issues.push({ code: 'custom', input: value, path: ['versions', field], message });
    }
  });
export type SiteChangeRequest = z.infer<typeof SiteChangeRequest>;

/**
 * The settings that change once another person has approved them: where the company is paid,
 * called, written to and found, what it gives up, what one person spends alone, its taxes, what the
 * owner hears.
 */
const APPROVED_SITE_FIELDS: readonly SiteField[] = [
  'momo_merchants',
  'momo_numbers',
  'networks',
  'mobile_numbers',
  'emergency_numbers',
  'email',
  'gps_address',
  'social_links',
  'base_map',
  'tin',
  'taxes',
  'reclaims_input_tax',
  'waive_up_to',
  'missing_money_days',
  'forgive_limit',
  'expense_limit',
  'petty_cash_float',
  'owner_numbers',
  'owner_emails',
  'owner_message_hour',
];

const leadsElsewhere = (words: string): boolean => mayHoldNumber(words) || mayHoldAddress(words);

/**
 * Settings of words that go out or are shown, and when they wait, too. The company's name stands
 * beside the words of each text message, where its digits could be the beginning of a number.
 */
const WORDED_SITE_FIELDS: { readonly [Field in SiteField]?: (words: string) => boolean } = {
  company_name: (words) => hasDigit(words) || mayHoldAddress(words),
  office_location: leadsElsewhere,
  plan_features: leadsElsewhere,
};

/** True where another person approves this value. Rule 18 of docs/product/site.md. */
export const isSettingOfTwo = (field: SiteField, value: unknown): boolean =>
  APPROVED_SITE_FIELDS.includes(field) || WORDED_SITE_FIELDS[field]?.(JSON.stringify(value)) === true;

export const SiteSettings = z.object({
  settings: Site,
  versions: SiteVersions.required(),
  /** A sentence for each stored value that is unusable and replaced by a built-in one. */
  unusable: z.array(z.string()),
  /** The changes that wait for approval, with their new values in words. */
  waiting: z.array(z.object({ field: z.enum(SITE_FIELDS), approval_id: Id, after: z.string() })),
});
export type SiteSettings = z.infer<typeof SiteSettings>;

export const getSite = endpoint('GET /site', 'public', {
  summary: 'The company’s name, contacts and accounts, as the public pages show them',
  answer: PublicSite,
});

export const findAddress = endpoint('POST /geocode', 'public', {
  summary: 'The address nearest to a point',
  description: 'A POST, so that where somebody stands is in no address and no log of addresses.',
  limits: [
    { by: 'caller', max: 60, seconds: 60 },
    { by: 'caller', max: 1000, seconds: 86_400 },
    { by: 'address', max: 60, seconds: 60 },
    { by: 'address', max: 2000, seconds: 86_400 },
  ],
  errors: ['not_found'],
  body: Point,
  answer: z.object({ status: z.literal(true), message: z.string(), address: z.string() }),
});

export const getSiteSettings = endpoint('GET /site/settings', 'site.change', {
  summary: 'The company’s settings, each with its version',
  answer: SiteSettings,
});

export const changeSiteSettings = endpoint('PATCH /site/settings', 'site.change', {
  summary: 'Change some of the company’s settings; the pages show them within five seconds',
  description:
    'Fields that are absent stay. Settings over money, of whom people call and write to, and words with a number or an address in them change once another person has approved them. Refused with 409 at each field that somebody else has changed since the version that is given.',
  errors: ['conflict'],
  body: SiteChangeRequest,
  answer: z.object({ status: z.literal(true), message: z.string(), ...SiteSettings.shape }),
});

export const siteEndpoints = { getSite, findAddress, getSiteSettings, changeSiteSettings } as const;
