import { formatPhone, idFormOf, planOf, type Site, type SiteField } from '@banbo/contract';

type Words = { [Field in SiteField]: { name: string; say: (value: Site[Field]) => string } };

const listed = (rows: readonly string[]): string => rows.join('; ') || 'none';

const accounts = (rows: Site['momo_numbers']): string =>
  listed(rows.map(({ network, name, number }) => `${network} ${number}, ${name}`));

const text = (value: string): string => value;

const WORDS: Words = {
  company_name: { name: 'company name', say: text },
  office_location: { name: 'office address', say: text },
  gps_address: { name: 'GPS address', say: text },
  email: { name: 'e-mail', say: text },
  mobile_numbers: { name: 'phone numbers', say: (numbers) => listed(numbers.map(formatPhone)) },
  social_links: { name: 'social links', say: (rows) => listed(rows.map(({ name, url }) => `${name}: ${url}`)) },
  momo_merchants: { name: 'merchant accounts', say: accounts },
  momo_numbers: { name: 'mobile money numbers', say: accounts },
  networks: { name: 'networks', say: (rows) => listed(rows.map((one) => `${one.name}, ${idFormOf(one)}`)) },
  emergency_numbers: {
    name: 'emergency numbers',
    say: (rows) => listed(rows.map(({ name, number }) => `${name} ${number}`)),
  },
  plan_features: {
    name: 'features of the plans',
    say: (rows) =>
      listed(
        rows.map(({ name, plans }) => `${name} (${plans.map((slug) => planOf(slug)?.name).join(', ') || 'no plan'})`),
      ),
  },
  member_signin_open: { name: 'members’ sign-in', say: (isOpen) => (isOpen ? 'open' : 'closed') },
  base_map: { name: 'base map', say: (map) => (map ? `${map.url}, ${map.attribution}` : 'the built-in outline') },
};

/** A setting's name in a sentence. */
export const fieldName = (field: SiteField): string => WORDS[field].name;

/** A setting's value in words, for the audit log and for who is told of it. */
export const inWords = <F extends SiteField>(field: F, value: Site[F]): string => WORDS[field].say(value);
