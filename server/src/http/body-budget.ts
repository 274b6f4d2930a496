/** Room for bytes of requests' bodies, for all connections together. */
export type BodyBudget = {
  /** Takes room for a sender (an address); gives what returns it, or null where there is none. Returning twice counts once. */
  take: (sender: string, bytes: number) => (() => void) | null;
};

/** A budget of `max` bytes, of which one sender may have `share`. */
export const createBodyBudget = (max: number, share: number): BodyBudget => {
  const held = new Map<string, number>();
  let total = 0;
  const change = (sender: string, bytes: number): void => {
    total += bytes;
    const own = (held.get(sender) ?? 0) + bytes;
    if (own === 0) held.delete(sender);
    else held.set(sender, own);
  };
  return {
    take: (sender, bytes) => {
      if (total + bytes > max || (held.get(sender) ?? 0) + bytes > share) return null;
      change(sender, bytes);
      let returned = false;
      return () => {
        if (!returned) change(sender, -bytes);
        returned = true;
      };
    },
  };
};
