/** Reports of one device at once: an hour's, at one in ten seconds, come together after a gap. */
const BURST = 600;
const PER_SECOND = 10;
/** Devices that are remembered; those with all their room are forgotten first. */
const MOST_DEVICES = 50_000;

type Bucket = { left: number; at: number };

/** Bounds the reports of each device on this server, so that one cannot slow the others down. */
export const deviceRates = () => {
  const buckets = new Map<string, Bucket>();
  const sweep = (now: number): void => {
    for (const [device, { left, at }] of buckets) {
      if (left + ((now - at) / 1_000) * PER_SECOND >= BURST) buckets.delete(device);
    }
    if (buckets.size >= MOST_DEVICES) buckets.clear();
  };
  /** Takes room for one report; false where the device has none. `now` in milliseconds. */
  return (device: string, now: number): boolean => {
    const before = buckets.get(device);
    if (!before && buckets.size >= MOST_DEVICES) sweep(now);
    const refilled = before ? before.left + (Math.max(0, now - before.at) / 1_000) * PER_SECOND : BURST;
    const left = Math.min(BURST, refilled);
    buckets.set(device, { left: left >= 1 ? left - 1 : left, at: now });
    return left >= 1;
  };
};
