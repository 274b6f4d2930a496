import { parseArgs } from 'node:util';
import { z } from 'zod';
import { StartRefusal } from '#lib/refusal.ts';
import { type Sent, sendTraffic } from './send-traffic.ts';
import { simulatedImei } from './trackers.ts';
import { type Sending, simulatedTraffic, type TrafficPlan } from './traffic.ts';

const PERCENT = 'must be a number from 0 to 100';
const whole = (low: number, high: number) => {
  const says = `must be a whole number from ${low} to ${high}`;
  return z.coerce.number(says).int(says).min(low, says).max(high, says);
};
const share = z.coerce
  .number(PERCENT)
  .min(0, PERCENT)
  .max(100, PERCENT)
  .default(0)
  .transform((percent) => percent / 100);
const flag = z.boolean().default(false);
const ADDRESS = 'must be the address of an installation, like http://localhost:3000';

const Options = z.object({
  url: z.url({ protocol: /^https?$/, error: ADDRESS }).transform((value) => new URL(value).origin),
  secret: z.string('must be the secret of the Traccar feed').min(1, 'must be the secret of the Traccar feed'),
  devices: whole(1, 100_000).default(100),
  minutes: whole(1, 1_440).default(10),
  seed: whole(0, 2_147_483_647).default(1),
  /** Seconds. */
  interval: whole(1, 3_600).optional(),
  gaps: share,
  repeats: share,
  late: share,
  future: share,
  cuts: share,
  /** Sends the minutes before now as fast as they are taken, not the next ones as they come. */
  'at-once': flag,
});

const FLAGS = ['at-once', 'list'];
const NAMES = [...Object.keys(Options.shape), ...FLAGS];

const UNKNOWN =
  'None of these trackers is in stock there: they wait at /unknown_trackers. Import what --list prints at /devices first.';

type Given = Record<string, string | boolean | undefined>;

/** Takes `--name=value` apart. Throws a `StartRefusal` on a name that there is not. */
const read = (args: readonly string[]): Given => {
  const options = Object.fromEntries(
    NAMES.map((name) => [name, { type: FLAGS.includes(name) ? ('boolean' as const) : ('string' as const) }]),
  );
  try {
    return parseArgs({ args: [...args], options }).values as Given;
  } catch (error) {
    throw new StartRefusal(error instanceof Error ? error.message : String(error));
  }
};

const check = <T>(schema: z.ZodType<T>, given: Given): T => {
  const checked = schema.safeParse(given);
  if (checked.success) return checked.data;
  const says = checked.error.issues.map(({ path, message }) => `--${path.join('.')} ${message}`);
  throw new StartRefusal(says.join('\n'));
};

const inAll = ({ sent, answers, stored }: Sent): string => {
  const parts = [...answers].sort(([a], [b]) => a.localeCompare(b));
  const counts = parts.map(([status, count]) => `${count} ${status === 'none' ? 'without an answer' : `× ${status}`}`);
  return `${sent} sent: ${counts.join(', ')}; ${stored} places stored`;
};

/** Prints `say` at most every five seconds. */
const everyFive = (say: (line: string) => void): ((sent: Sent) => void) => {
  let next = performance.now() + 5_000;
  return (sent) => {
    if (performance.now() < next) return;
    next = performance.now() + 5_000;
    say(inAll(sent));
  };
};

/**
 * Sends Traccar's reports of simulated cars to an installation, by the words of a command line.
 * With `--list` it only prints their IMEIs, as a file that the stock takes in. Answers whether all
 * were taken.
 */
export const simulate = async (args: readonly string[], say: (line: string) => void): Promise<boolean> => {
  const { list, ...given } = read(args);
  if (list) {
    const { devices } = check(Options.pick({ devices: true }), { devices: given.devices });
    say(['IMEI', ...Array.from({ length: devices }, (_, serial) => simulatedImei(serial))].join('\n'));
    return true;
  }
  const {
    url,
    secret,
    interval,
    gaps,
    repeats,
    late,
    future,
    cuts,
    'at-once': atOnce,
    ...plan
  } = check(Options, given);
  const span = plan.minutes * 60_000;
  const from = new Date(Date.now() - (atOnce ? span : 0));
  const faults = { gaps, repeats, late, future, cuts };
  const traffic: TrafficPlan = { ...plan, from, faults, ...(interval !== undefined && { interval }) };
  const when = atOnce ? `of the last ${plan.minutes} minutes` : `for ${plan.minutes} minutes`;
  say(`${plan.devices} trackers report to ${url} ${when}`);
  const sendings: Iterable<Sending> = simulatedTraffic(traffic);
  const pace = atOnce ? {} : { clock: () => Date.now() };
  const sent = await sendTraffic(sendings, { url, secret, ...pace, onProgress: everyFive(say) });
  say(inAll(sent));
  if (sent.answers.has('200') && sent.stored === 0) say(UNKNOWN);
  return [...sent.answers.keys()].every((status) => status.startsWith('2'));
};
