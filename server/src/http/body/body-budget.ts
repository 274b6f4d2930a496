import { addressKey, siteKey } from '#lib/address-key.ts';

/** A body on its way. It holds room until that is given back. */
export type Body = {
  /** The sender's address. */
  address: string;
  /** True until all of it has come. Room can be taken from such bodies only. */
  isComing: () => boolean;
  /** Ends the body after its room was taken. */
  displace: () => void;
};

export type Room = {
  /** Grows the room to so many bytes; false without room, at the old size. */
  growTo: (bytes: number) => boolean;
  /** May be called twice; the second call does nothing. */
  giveBack: () => void;
};

/** Room for bytes of requests' bodies, for all connections together. */
export type BodyBudget = {
  /** Takes room for a body, or gives null. */
  take: (body: Body, bytes: number) => Room | null;
};

type Held = Body & { network: string; group: string; bytes: number };

/** Sums by subject; a subject without any has no entry. */
const sums = () => {
  const of = new Map<string, number>();
  return {
    get: (subject: string): number => of.get(subject) ?? 0,
    add: (subject: string, bytes: number): void => {
      const sum = (of.get(subject) ?? 0) + bytes;
      if (sum === 0) of.delete(subject);
      else of.set(subject, sum);
    },
  };
};

/**
 * A budget of `max` bytes. One network (an IPv4 address, an IPv6 /64) may have `share` of them, an
 * IPv6 site (/48) twice as many. When the budget is full, the group (an IPv4 address, an IPv6 site)
 * that holds the most gives up its oldest incoming body for a group that would still hold less with
 * its new one: so a few addresses keep nobody out.
 */
export const createBodyBudget = (max: number, share: number): BodyBudget => {
  /** Oldest first. */
  const bodies = new Set<Held>();
  const networks = sums();
  const groups = sums();
  let total = 0;

  const change = (held: Held, bytes: number): void => {
    held.bytes += bytes;
    total += bytes;
    networks.add(held.network, bytes);
    groups.add(held.group, bytes);
  };
  const giveBack = (held: Held): void => {
    if (bodies.delete(held)) change(held, -held.bytes);
  };

  /** The body to drop for one of a group that would hold `bytes`; null if no group holds more. */
  const displaceable = (group: string, bytes: number): Held | null => {
    let found: Held | null = null;
    for (const held of bodies) {
      const most = found ? groups.get(found.group) : bytes;
      if (held.group !== group && groups.get(held.group) > most && held.isComing()) found = held;
    }
    return found;
  };

  const makeRoom = (held: Held, bytes: number): boolean => {
    const isV6Site = held.group !== held.network;
    if (networks.get(held.network) + bytes > share) return false;
    if (groups.get(held.group) + bytes > (isV6Site ? 2 * share : share)) return false;
    while (total + bytes > max) {
      const other = displaceable(held.group, groups.get(held.group) + bytes);
      if (!other) return false;
      giveBack(other);
      other.displace();
    }
    return true;
  };

  const grow = (held: Held, bytes: number): boolean => {
    if (!makeRoom(held, bytes)) return false;
    change(held, bytes);
    return true;
  };

  return {
    take: (body, bytes) => {
      const network = addressKey(body.address);
      const held = { ...body, network, group: siteKey(body.address) ?? network, bytes: 0 };
      if (!grow(held, bytes)) return null;
      bodies.add(held);
      return {
        growTo: (size) => !bodies.has(held) || size <= held.bytes || grow(held, size - held.bytes),
        giveBack: () => giveBack(held),
      };
    },
  };
};
