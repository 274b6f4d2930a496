import { z } from 'zod';
import { StartRefusal } from '#lib/refusal.ts';

const PORT = 'must be a whole number from 0 to 65535';
const LINKS = 'must be a web address, like https://banbo.example';
const SERVICE = 'must be an address that begins with http:// or https://';
const CREDENTIAL = 'must have visible characters alone, without spaces';
const ENVIRONMENT = 'must be lower-case letters and digits, like mtnghana or sandbox';
const CURRENCY = 'must be three capital letters, like GHS';
const SECRET = 'must have at least 32 characters';
const POSTGRES = 'must be the address of a PostgreSQL, like postgres://user:password@host/database';
const SMTP = 'must be the address of a mail server, like smtps://user:password@mail.example.com';

/** One of a few words. */
const oneOf = <const T extends readonly [string, ...string[]]>(words: T) =>
  z.enum(words, `must be one of ${words.join(', ')}`);
const flag = z.enum(['0', '1'], 'must be 0 or 1').transform((value) => value === '1');
/** The driver takes what is left out from its own defaults, which no installation means. */
const postgres = z
  .url({ protocol: /^postgres(ql)?$/, error: POSTGRES })
  .refine((value) => !/^postgres(ql)?:\/*$/.test(value), POSTGRES);
const service = z.url({ protocol: /^https?$/, error: SERVICE });
/** Checked here, since the error that an unusable header throws would show it. */
const credential = z.string().regex(/^[\x21-\x7e]+$/, CREDENTIAL);
const origin = z.url({ protocol: /^https?$/, error: LINKS }).transform((value) => new URL(value).origin);

const TEXT_SECRET = 'must have at least 20 characters';
const DAYS = 'must be a whole number of days, from 1 to 3650';
const MONTHS = 'must be a whole number of months, from 0 to 1200';
const PLACE = /^(?:\/.*|file:\/\/\/.*|s3:\/\/[a-z0-9][a-z0-9.-]+(?:\/.*)?)$/;
const BACKUPS = 'must be a folder’s whole path, like /mnt/backup, or a bucket, like s3://bucket/banbo';
const PASSPHRASE = 'must have at least 16 characters';
const TEXTS = 'must be a whole number of text messages, from 1 to 1000000';
const TEXT_PRICE = 'must be an amount in GHS with at most four decimals, like 0.035';
const LEAVING = 'must be a number of seconds, from 0 to 5';
const SLOW = 'must be a whole number of milliseconds, from 1 to 3600000';
const MEGABYTES = 'must be a whole number of megabytes, from 256 to 1048576';

/** Every setting, with its default. An empty text counts as not given. */
const Settings = z.object({
  /** Port to listen on. */
  PORT: z.coerce.number(PORT).int(PORT).min(0, PORT).max(65_535, PORT).default(3000),
  /** Address to listen on; `0.0.0.0` for all. */
  HOST: z.string().default('127.0.0.1'),
  /** Folder of the database, photos and generated secrets. */
  DATA_DIR: z.string().default('./data'),
  /** A PostgreSQL server, 15 or newer; by default the product starts its own in DATA_DIR. */
  DATABASE_URL: postgres.optional(),
  /** PostgreSQL itself, where DATABASE_URL leads to a pooler in transaction mode (PgBouncer). */
  DATABASE_SESSION_URL: postgres.optional(),
  /** A standby, from which reports, dashboards and files are read while it is close behind. */
  DATABASE_REPLICA_URL: postgres.optional(),
  /** Folder of the `initdb` and `postgres` (15 or newer) to start; default: the installed ones. */
  POSTGRES_BIN: z.string().optional(),
  /** Megabytes for the PostgreSQL in DATA_DIR, at least 256; the machine's by default. */
  POSTGRES_MEMORY_MB: z.coerce
    .number(MEGABYTES)
    .int(MEGABYTES)
    .min(256, MEGABYTES)
    .max(1_048_576, MEGABYTES)
    .optional(),
  /** The address at which people reach the product, for links in mail and messages. */
  PUBLIC_URL: origin.optional(),
  /** The web's origin when it is served from elsewhere. */
  WEB_ORIGIN: origin.optional(),
  /** The folder of the built pages to serve; the one that was built last when absent. */
  WEB_BUILD: z.string().optional(),
  /** `1` behind a reverse proxy that sets X-Forwarded-For. */
  TRUST_PROXY: flag.default(false),
  /**
   * Seconds for which a server that ends still takes calls while /api/readyz says that it is not
   * ready, so that a balancer leaves it first; by default 2 with DATABASE_URL, else 0.
   */
  LEAVE_SECONDS: z.coerce.number(LEAVING).min(0, LEAVING).max(5, LEAVING).optional(),
  /** An S3 bucket for photos; the folder `files` in DATA_DIR is used when absent. */
  FILES_S3_BUCKET: z.string().optional(),
  FILES_S3_REGION: z.string().default('us-east-1'),
  /** Address of an S3 service other than Amazon's. */
  FILES_S3_ENDPOINT: service.optional(),
  FILES_S3_ACCESS_KEY_ID: z.string().optional(),
  FILES_S3_SECRET_ACCESS_KEY: z.string().optional(),
  /**
   * Where the database in DATA_DIR is backed up to without a pause: a folder on another disk, or
   * `s3://bucket/prefix`. By default it is backed up by `npm run backup` alone.
   */
  BACKUP_URL: z
    .string()
    .refine((value) => PLACE.test(value), BACKUPS)
    .optional(),
  /** Encrypts the backups; without it nothing opens them. */
  BACKUP_PASSPHRASE: z.string().min(16, PASSPHRASE).optional(),
  /** Days for which every moment can be restored. */
  BACKUP_DAYS: z.coerce.number(DAYS).int(DAYS).min(1, DAYS).max(3650, DAYS).default(14),
  /** Months for which one moment of each can be restored. */
  BACKUP_MONTHS: z.coerce.number(MONTHS).int(MONTHS).min(0, MONTHS).max(1200, MONTHS).default(12),
  /** Days between two times that the newest backup is opened and read beside the database. */
  BACKUP_CHECK_DAYS: z.coerce.number(DAYS).int(DAYS).min(1, DAYS).max(3650, DAYS).default(1),
  BACKUP_S3_REGION: z.string().default('us-east-1'),
  /** Address of an S3 service other than Amazon's. */
  BACKUP_S3_ENDPOINT: service.optional(),
  BACKUP_S3_ACCESS_KEY_ID: z.string().optional(),
  BACKUP_S3_SECRET_ACCESS_KEY: z.string().optional(),
  /** `smtps://user:password@mail.example.com`; needs MAIL_FROM and PUBLIC_URL. Default: no mail. */
  SMTP_URL: z.url({ protocol: /^smtps?$/, error: SMTP }).optional(),
  /** The sender of mail, like `Banbo <office@example.com>`. */
  MAIL_FROM: z.string().optional(),
  /** Takes a POST of `{ to, text }`; needs SMS_TOKEN. By default texts wait in the outbox. */
  SMS_URL: service.optional(),
  SMS_TOKEN: z.string().optional(),
  /** The secret of the gateway that delivers texts to the company's number. */
  SMS_IN_SECRET: credential.min(20, TEXT_SECRET).optional(),
  /** Text messages a day; further ones wait. Each costs money, and strangers can cause some. */
  SMS_PER_DAY: z.coerce.number(TEXTS).int(TEXTS).min(1, TEXTS).max(1_000_000, TEXTS).default(1000),
  /** The price of a text message of 160 characters in GHS, `0.035`; reminders need it for costs. */
  SMS_PRICE: z
    .string()
    .regex(/^\d{1,3}(\.\d{1,4})?$/, TEXT_PRICE)
    .optional(),
  /**
   * The address of MTN's Collections API, without a path; needs MOMO_USER, MOMO_KEY and
   * MOMO_SUBSCRIPTION. The payment form offers no prompts when absent.
   */
  MOMO_URL: service.optional(),
  /** The API user and its key. */
  MOMO_USER: credential.optional(),
  MOMO_KEY: credential.optional(),
  /** The subscription key of the Collections product. */
  MOMO_SUBSCRIPTION: credential.optional(),
  /** `sandbox` for MTN's tests, which take MOMO_CURRENCY `EUR` alone. */
  MOMO_ENVIRONMENT: z
    .string()
    .regex(/^[a-z0-9]+$/, ENVIRONMENT)
    .default('mtnghana'),
  MOMO_CURRENCY: z
    .string()
    .regex(/^[A-Z]{3}$/, CURRENCY)
    .default('GHS'),
  /**
   * The address of a geocoding service that answers as Nominatim or Google do, with `{latitude}`
   * and `{longitude}` in it. Without one, the nearest town is named.
   */
  GEOCODING_URL: service
    .refine((url) => url.includes('{latitude}') && url.includes('{longitude}'), {
      message: 'must contain {latitude} and {longitude}',
    })
    .optional(),
  /** A file of map tiles (PMTiles), in DATA_DIR unless its path is whole; used if it is there. */
  MAP_FILE: z.string().default('map.pmtiles'),
  /** Days that a claim of a payment waits for its receipt before it is rejected. */
  CLAIM_DAYS: z.coerce.number(DAYS).int(DAYS).min(1, DAYS).max(3650, DAYS).default(14),
  /** Days until an unpaid or uncleared registration is archived; its car is then free again. */
  REGISTRATION_DAYS: z.coerce.number(DAYS).int(DAYS).min(1, DAYS).max(3650, DAYS).default(30),
  /** Signs access tokens, seals second factors (a new one ends them). Default: made in DATA_DIR. */
  TOKEN_SECRET: z.string().min(32, SECRET).optional(),
  /** Asked of all who read `/api/metrics`; without it only programs on this machine may. */
  METRICS_TOKEN: credential.min(20, TEXT_SECRET).optional(),
  /** Milliseconds after which the log names a statement on the database. */
  SLOW_STATEMENT_MS: z.coerce.number(SLOW).int(SLOW).min(1, SLOW).max(3_600_000, SLOW).default(1_000),
  LOG_LEVEL: oneOf(['silent', 'error', 'warn', 'info', 'debug']).default('info'),
  NODE_ENV: oneOf(['development', 'test', 'production']).default('development'),
});

export type Config = z.infer<typeof Settings>;

const NEEDS = [
  ['DATABASE_SESSION_URL', 'DATABASE_URL'],
  ['DATABASE_REPLICA_URL', 'DATABASE_URL'],
  ['SMTP_URL', 'MAIL_FROM'],
  ['SMTP_URL', 'PUBLIC_URL'],
  ['SMS_URL', 'SMS_TOKEN'],
  ['MOMO_URL', 'MOMO_USER'],
  ['MOMO_URL', 'MOMO_KEY'],
  ['MOMO_URL', 'MOMO_SUBSCRIPTION'],
  ['FILES_S3_BUCKET', 'FILES_S3_ACCESS_KEY_ID'],
  ['FILES_S3_BUCKET', 'FILES_S3_SECRET_ACCESS_KEY'],
] as const;

const BUCKET_NEEDS = ['BACKUP_S3_ACCESS_KEY_ID', 'BACKUP_S3_SECRET_ACCESS_KEY'] as const;

const together = (config: Config): Config => {
  const [alone, missing] = NEEDS.find(([one, other]) => config[one] !== undefined && config[other] === undefined) ?? [];
  if (alone) throw new SettingError(`The setting ${missing} must be given with ${alone}`, [alone]);
  const key = config.BACKUP_URL?.startsWith('s3://') && BUCKET_NEEDS.find((name) => config[name] === undefined);
  if (key) throw new SettingError(`The setting ${key} must be given with a bucket in BACKUP_URL`, ['BACKUP_URL']);
  if (config.BACKUP_URL !== undefined && config.DATABASE_URL !== undefined) {
    throw new SettingError(
      'The settings BACKUP_URL and DATABASE_URL exclude each other: a PostgreSQL server makes its own backups (docs/running.md)',
      ['BACKUP_URL'],
    );
  }
  return config;
};

/** The names of all settings. */
export const SETTING_NAMES: readonly string[] = Object.keys(Settings.shape);

/** Reads typed settings. Throws a `SettingError` about the first that cannot be used. */
export const readConfig = (environment: Record<string, string | undefined>): Config => {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const result = Settings.safeParse(given);
  if (result.success) return together(result.data);
  const [issue] = result.error.issues;
  const name = String(issue?.path[0]);
  throw new SettingError(`The setting ${name} is unusable: ${issue?.message}`, [name]);
};

/** A refusal, in a line that names the setting. */
export class SettingError extends StartRefusal {
  /** Those without which the others can be read. */
  readonly settings: readonly string[];

  constructor(message: string, settings: readonly string[]) {
    super(message);
    this.settings = settings;
  }
}
