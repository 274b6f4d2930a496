import { isIPv6 } from 'node:net';

const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;
/** The groups of an IPv6 network: a household or a phone has a whole /64 to itself. */
const NETWORK_GROUPS = 4;
/** The groups of an IPv6 site: a customer of a hosting company may have a /48 to itself, which is 65,536 networks. */
const SITE_GROUPS = 3;

/** The groups of an IPv6 address, with `::` written out. */
const groupsOf = (address: string): string[] => {
  const [head = '', tail = ''] = (address.split('%')[0] ?? '').split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail === '' ? [] : tail.split(':');
  return [...before, ...Array<string>(Math.max(0, 8 - before.length - after.length)).fill('0'), ...after];
};

const firstGroups = (address: string, count: number): string =>
  groupsOf(address)
    .slice(0, count)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':');

/** The key under which an address's calls are counted: an IPv4 address itself, the /64 of an IPv6 address. */
export const addressKey = (address: string): string => {
  const mapped = MAPPED.exec(address)?.[1];
  if (mapped) return mapped;
  return isIPv6(address) ? firstGroups(address, NETWORK_GROUPS) : address;
};

/** The /48 of an IPv6 address, on which calls are counted more loosely; null for an IPv4 address. */
export const siteKey = (address: string): string | null =>
  isIPv6(address) && !MAPPED.test(address) ? firstGroups(address, SITE_GROUPS) : null;
