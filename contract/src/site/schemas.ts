import { z } from 'zod';
import { Money } from '../common/fields.ts';
import { toPesewas } from '../common/pesewas.ts';
import { isPlainText, unseenIn } from '../common/text.ts';
import { PLAN_SLUGS } from '../prices/plans.ts';
import { TaxRate } from '../receipts/taxes.ts';
import { ID_CHARACTERS, MAX_TRANSACTION_ID_LENGTH } from './networks.ts';

const text = z.string().trim().min(1).max(200);

/** A text that is empty until staff enter it. */
const unsetOr = (field: z.ZodType<string, string>) => z.union([z.literal(''), field]);

/** An account that takes payments: a merchant number or a mobile money number. */
export const MomoAccount = z.object({ network: text, name: text, number: text });
export type MomoAccount = z.infer<typeof MomoAccount>;

/** A network's short name, by which the payment form sends it: `MTN`. */
export const NetworkCode = z.string().regex(/^[A-Z0-9]{2,20}$/, 'A code has two to twenty capital letters or digits.');

const idLength = z.number().int().min(1).max(MAX_TRANSACTION_ID_LENGTH);

/** A mobile money network and the form of its transaction IDs. */
export const Network = z
  .object({
    code: NetworkCode,
    name: text,
    id_lengths: z.array(idLength).min(1).max(8),
    id_characters: z.enum(ID_CHARACTERS),
    /**
     * The length to which messages fill an ID up with zeros, which are taken off; null where they
     * do not.
     */
    id_padded_to: idLength.nullable(),
    /** The sentence for an ID of another form; null for one that names length and characters. */
    wrong_id_message: text.refine(isPlainText, unseenIn('The message')).nullable(),
  })
  .refine(({ id_padded_to, id_lengths }) => id_padded_to === null || id_padded_to > Math.max(...id_lengths), {
    error: 'An ID is filled up to more characters than it has.',
    path: ['id_padded_to'],
  });
export type Network = z.infer<typeof Network>;

/** A number that anybody calls in an emergency, such as 112, as it is dialled. */
export const EmergencyNumber = z.object({ name: text, number: text });
export type EmergencyNumber = z.infer<typeof EmergencyNumber>;

/** The most taxes that a receipt has room for. */
export const MAX_TAXES = 6;

/** A taxpayer's number: of a company `C0001234567`, or that of a Ghana Card. Empty for none. */
const Tin = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^([A-Z0-9][A-Z0-9-]{7,18})?$/, 'A TIN has 8 to 19 letters and digits, such as C0001234567.');

/** An earlier message would leave out most of its day. */
export const FIRST_EVENING_HOUR = 16;

/** The most that the server may waive of a fee by itself, in pesewas: a network's charge. */
const MOST_WAIVED = 1_000n;
/** The most that one person may give up in a day, in pesewas. */
const MOST_FORGIVEN = 100_000n;

/** A feature, and the plans that include it. */
export const PlanFeatureRow = z.object({ name: text, plans: z.array(z.enum(PLAN_SLUGS)).max(PLAN_SLUGS.length) });
export type PlanFeatureRow = z.infer<typeof PlanFeatureRow>;

/**
 * The company's facts on the public pages. Every value is a setting; `SITE_DEFAULTS` apply until
 * staff change them.
 */
export const Site = z.object({
  company_name: text,
  office_location: unsetOr(text),
  gps_address: unsetOr(text),
  email: unsetOr(z.email()),
  /** E.164; the footer lists them all. */
  mobile_numbers: z.array(text).max(6),
  social_links: z.array(z.object({ name: text, url: z.url({ protocol: /^https$/ }) })).max(8),
  momo_merchants: z.array(MomoAccount).max(6),
  momo_numbers: z.array(MomoAccount).max(6),
  /** The networks that money comes from, as the payment form offers them. */
  networks: z
    .array(Network)
    .max(20)
    .refine(
      (networks) => new Set(networks.map(({ code }) => code)).size === networks.length,
      'A network is listed twice.',
    ),
  /** The company's taxpayer number, as receipts show it. */
  tin: Tin,
  /** The taxes that prices contain, as receipts show them. */
  taxes: z.array(TaxRate).max(MAX_TAXES),
  /** Days for which money that a statement lacks waits before its fee may be taken back. */
  missing_money_days: z.number().int().min(0).max(90),
  /** The most that the server waives by itself of a fee towards which money was paid. */
  waive_up_to: Money.refine(
    (amount) => toPesewas(amount) <= MOST_WAIVED,
    'The server waives at most GHS 10.00 of a fee by itself.',
  ),
  /**
   * The most that one person gives up in a day of what is owed, by changes that bring no money.
   * Another person approves those above it.
   */
  forgive_limit: Money.refine(
    (amount) => toPesewas(amount) <= MOST_FORGIVEN,
    'One person gives up at most GHS 1,000.00 in a day.',
  ),
  /** Another person approves an expense above it. */
  expense_limit: Money,
  /** Cash that the office keeps for small expenses. */
  petty_cash_float: Money,
  /** True where the company is registered for VAT and reclaims what it paid of it. */
  reclaims_input_tax: z.boolean(),
  emergency_numbers: z.array(EmergencyNumber).max(8),
  /** Seconds until a call for help that nobody acknowledges is passed on. */
  ring_seconds: z.number().int().min(15).max(600),
  /** In E.164; they get a text message when nobody acknowledges a call for help. */
  supervisor_numbers: z.array(text).max(6),
  /** Words of a driver's text message that call for help, beside `CALLING_WORDS`. */
  calling_words: z.array(text).max(60),
  /**
   * Phones, in E.164, and mail addresses that get the figures of each day, and the hour in Accra
   * from which it is sent.
   */
  owner_numbers: z.array(text).max(6),
  owner_emails: z.array(z.email()).max(6),
  owner_message_hour: z.number().int().min(FIRST_EVENING_HOUR).max(23),
  /** Everything that a plan may hold, in the order in which the price cards list it. */
  plan_features: z.array(PlanFeatureRow).min(1).max(20),
  /** True when members may sign in; until then the home page's Login stays disabled. */
  member_signin_open: z.boolean(),
  /** Days for which places of trackers are kept, and those for which all of them are. */
  places_kept_days: z.number().int().min(7).max(1000),
  places_whole_days: z.number().int().min(1).max(90),
  /** Minutes without a report after which a tracker counts as silent. */
  silent_minutes: z.number().int().min(5).max(43_200),
  /** Days ahead within which the end of a SIM's data bundle is reminded of. */
  bundle_days: z.number().int().min(0).max(60),
  /** Tiles of the base map with their `{z}/{x}/{y}` address; null draws the built-in outline. */
  base_map: z.object({ url: z.url({ protocol: /^https?$/ }), attribution: text }).nullable(),
});
export type Site = z.infer<typeof Site>;
export type SiteField = keyof Site;

/**
 * The settings as everybody may read them, without those of the office alone: not what is waived,
 * or drivers would pay that much less, nor staff's own numbers. `opens_soon` is there until the
 * company has an account to be paid to, `offers_prompts` where the payment form can send a prompt
 * to a phone, `has_map_file` where the server has a file of map tiles.
 */
export const PublicSite = Site.omit({
  ...{ missing_money_days: true, waive_up_to: true, ring_seconds: true, supervisor_numbers: true },
  ...{ calling_words: true },
  ...{ forgive_limit: true, expense_limit: true, petty_cash_float: true, reclaims_input_tax: true },
  ...{ owner_numbers: true, owner_emails: true, owner_message_hour: true },
}).extend({
  opens_soon: z.literal(true).optional(),
  offers_prompts: z.literal(true).optional(),
  has_map_file: z.literal(true).optional(),
});
export type PublicSite = z.infer<typeof PublicSite>;

/** A point on the earth in degrees. */
export const Point = z.strictObject({
  latitude: z.number().min(-90).max(90),
  longitude: z.number().min(-180).max(180),
});
export type Point = z.infer<typeof Point>;
