import { isIP, isIPv4, isIPv6, SocketAddress } from 'node:net';

const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/;
/** The groups of an IPv6 network: a household or a phone has a whole /64 to itself. */
const NETWORK_GROUPS = 4;
/** Groups of an IPv6 site: a hosting customer may own a /48, which is 65,536 networks. */
const SITE_GROUPS = 3;

/** The groups of an IPv6 address, with `::` written out. */
const groupsOf = (address: string): string[] => {
  const [head = '', tail = ''] = address.split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail === '' ? [] : tail.split(':');
  return [...before, ...Array<string>(Math.max(0, 8 - before.length - after.length)).fill('0'), ...after];
};

const firstGroups = (address: string, count: number): string =>
  groupsOf(address)
    .slice(0, count)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':');

/**
 * The one spelling of an address: without a port and brackets, which some proxies write, without a
 * zone, and an IPv4 address that comes in the form of IPv6 as itself. Null for a text that is no
 * address.
 */
export const plainAddress = (text: string): string | null => {
  if (isIPv4(text)) return text;
  const isBare = isIP(text) !== 0;
  const parsed = isBare ? new SocketAddress({ address: text, family: 'ipv6' }) : SocketAddress.parse(text);
  if (!parsed) return null;
  return MAPPED.exec(parsed.address)?.[1] ?? parsed.address;
};

/** All invalid addresses count as one: a proxy that passes any text opens no way round limits. */
const NO_ADDRESS = 'no address';

/** The key that counts an address's calls: an IPv4 address itself, an IPv6 address's /64. */
export const addressKey = (address: string): string => {
  const plain = plainAddress(address) ?? NO_ADDRESS;
  return isIPv6(plain) ? firstGroups(plain, NETWORK_GROUPS) : plain;
};

/** The /48 of an IPv6 address, which is counted more loosely; null for IPv4. */
export const siteKey = (address: string): string | null => {
  const plain = plainAddress(address);
  return plain !== null && isIPv6(plain) ? firstGroups(plain, SITE_GROUPS) : null;
};
