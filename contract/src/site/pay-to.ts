import { normalizePhone } from '../common/formats.ts';
import type { MomoAccount, Site } from './schemas.ts';

/** The beginnings of each network's mobile numbers; a number that moved keeps its own. */
const NUMBERS: Readonly<Record<string, RegExp>> = {
  mtn: /^\+233(24|25|53|54|55|59)/,
  telecel: /^\+233(20|50)/,
  airteltigo: /^\+233(23|26|27|56|57)/,
};

const firstWord = (text: string): string => text.trim().split(/\s+/)[0] ?? '';

const isOfNetwork = ({ network }: MomoAccount, mobileNumber: string): boolean =>
  NUMBERS[firstWord(network).toLowerCase()]?.test(normalizePhone(mobileNumber) ?? '') === true;

export type Accounts = Pick<Site, 'momo_merchants' | 'momo_numbers'>;

/** True once the company has an account to be paid to. Rule 24 of docs/product/site.md. */
export const hasAccounts = ({ momo_merchants, momo_numbers }: Accounts): boolean =>
  momo_merchants.length + momo_numbers.length > 0;

export const PAYMENTS_OPEN_SOON = 'Payments open soon. Please send no money yet.';

/** Stands where accounts will, until a page has read them. */
export const ACCOUNTS_TO_COME = 'Our accounts show here once this page has loaded. It needs JavaScript.';

/** The accounts that a driver pays to: that of their own network, else all; numbers go first. */
const accountsFor = ({ momo_merchants, momo_numbers }: Accounts, mobileNumber: string): readonly MomoAccount[] => {
  const accounts = momo_numbers.length > 0 ? momo_numbers : momo_merchants;
  const own = accounts.find((account) => isOfNetwork(account, mobileNumber));
  return own ? [own] : accounts;
};

/**
 * Where money is sent to, as texts name it: `MTN MoMo 024 000 0001`; empty without an account.
 * `short` names the network by its first word, `one` a single account.
 */
export const payTo = (
  site: Accounts,
  { mobileNumber = '', short = false, one = false }: { mobileNumber?: string; short?: boolean; one?: boolean } = {},
): string => {
  const accounts = accountsFor(site, mobileNumber);
  const named = (one ? accounts.slice(0, 1) : accounts).map(
    ({ network, number }) => `${short ? firstWord(network) : network} ${number}`,
  );
  return named.join(' or ');
};

/** Where a transaction ID is sent: `at` the payment page, or `to us` without an address. */
export const whereToSend = (linksTo: string | null): string =>
  linksTo === null ? 'to us' : `at ${new URL('/main_payments', linksTo).href}`;
