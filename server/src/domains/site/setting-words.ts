import { formatMoney, formatPhone, idFormOf, planOf, type Site, type SiteField } from '@banbo/contract';

type Words = { [Field in SiteField]: { name: string; say: (value: Site[Field]) => string } };

export const listInWords = (rows: readonly string[]): string => rows.join('; ') || 'none';

export const accountsInWords = (rows: Site['momo_numbers']): string =>
  listInWords(rows.map(({ network, name, number }) => `${network} ${number}, ${name}`));

const text = (value: string): string => value;

const inDays = (days: number): string => (days === 1 ? '1 day' : `${days} days`);

const WORDS: Words = {
  company_name: { name: 'company name', say: text },
  office_location: { name: 'office address', say: text },
  gps_address: { name: 'GPS address', say: text },
  email: { name: 'e-mail', say: text },
  mobile_numbers: { name: 'phone numbers', say: (numbers) => listInWords(numbers.map(formatPhone)) },
  social_links: { name: 'social links', say: (rows) => listInWords(rows.map(({ name, url }) => `${name}: ${url}`)) },
  momo_merchants: { name: 'merchant accounts', say: accountsInWords },
  momo_numbers: { name: 'mobile money numbers', say: accountsInWords },
  networks: { name: 'networks', say: (rows) => listInWords(rows.map((one) => `${one.name}, ${idFormOf(one)}`)) },
  tin: { name: 'TIN', say: (tin) => tin || 'none' },
  waive_up_to: { name: 'amount that the server waives', say: formatMoney },
  taxes: { name: 'taxes', say: (rows) => listInWords(rows.map(({ name, rate }) => `${name} ${rate}%`)) },
  forgive_limit: { name: 'limit of what one person gives up in a day', say: formatMoney },
  expense_limit: { name: 'limit of expenses without approval', say: formatMoney },
  petty_cash_float: { name: 'float of the petty cash', say: formatMoney },
  reclaims_input_tax: { name: 'reclaiming of input tax', say: (does) => (does ? 'yes' : 'no') },
  missing_money_days: { name: 'days before a missing fee is taken back', say: inDays },
  emergency_numbers: {
    name: 'emergency numbers',
    say: (rows) => listInWords(rows.map(({ name, number }) => `${name} ${number}`)),
  },
  ring_seconds: { name: 'seconds until a call for help is passed on', say: (seconds) => `${seconds} seconds` },
  supervisor_numbers: { name: 'numbers of supervisors', say: (numbers) => listInWords(numbers.map(formatPhone)) },
  calling_words: { name: 'words that call for help in a text', say: (words) => words.join(', ') || 'none further' },
  owner_numbers: { name: 'phones of the owner', say: (numbers) => listInWords(numbers.map(formatPhone)) },
  owner_emails: { name: 'e-mails of the owner', say: listInWords },
  owner_message_hour: { name: 'hour of the owner’s message', say: (hour) => `${hour}:00` },
  plan_features: {
    name: 'features of the plans',
    say: (rows) =>
      listInWords(
        rows.map(({ name, plans }) => `${name} (${plans.map((slug) => planOf(slug)?.name).join(', ') || 'no plan'})`),
      ),
  },
  member_signin_open: { name: 'members’ sign-in', say: (isOpen) => (isOpen ? 'open' : 'closed') },
  places_kept_days: { name: 'days for which places of trackers are kept', say: inDays },
  places_whole_days: { name: 'days before places of trackers are thinned', say: inDays },
  silent_minutes: { name: 'minutes after which a tracker is silent', say: (minutes) => `${minutes} minutes` },
  bundle_days: { name: 'days ahead for the end of data bundles', say: inDays },
  base_map: { name: 'base map', say: (map) => (map ? `${map.url}, ${map.attribution}` : 'the built-in outline') },
};

export const settingName = (field: SiteField): string => WORDS[field].name;

/** A setting's value in words, for the audit log and the refusal. */
export const settingInWords = <F extends SiteField>(field: F, value: Site[F]): string => WORDS[field].say(value);
