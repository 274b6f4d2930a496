import { isIPv6 } from 'node:net';

const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;
/** A household or a phone has a whole /64 to itself: four of the eight groups. */
const NETWORK_GROUPS = 4;

/** The groups of an IPv6 address, with `::` written out. */
const groupsOf = (address: string): string[] => {
  const [head = '', tail = ''] = (address.split('%')[0] ?? '').split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail === '' ? [] : tail.split(':');
  return [...before, ...Array<string>(Math.max(0, 8 - before.length - after.length)).fill('0'), ...after];
};

/** Whom to count an address's calls on: an IPv4 address itself, of an IPv6 address its /64. */
export const addressKey = (address: string): string => {
  const mapped = MAPPED.exec(address)?.[1];
  if (mapped) return mapped;
  if (!isIPv6(address)) return address;
  return groupsOf(address)
    .slice(0, NETWORK_GROUPS)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':');
};
