import type { Found, Settings } from './run.ts';

/** The operations of a run that have to do with what differs, for whoever looks for the cause. */
const historyOf = ({ trace, differences }: Found): string[] => {
  const names = new Set(differences.join(' ').match(/DRV\w+|\bp\d+\b|3\d{9}/g));
  const isAbout = (line: string): boolean => [...names].some((name) => line.includes(name));
  return trace.steps.flatMap(({ told }, at) =>
    told
      .map(({ words, outcome, said }) => `${at + 1} ${words} ${outcome.isDone ? 'done' : 'refused'}: ${said}`)
      .filter((line) => at + 1 === trace.steps.length || isAbout(line)),
  );
};

/** Lines of what led to a difference. */
const MOST_TOLD = 30;

/**
 * Fails where product and model differ, with all that is known of it. The first line alone says
 * how to have the run again.
 */
export const hold = (found: Found, { seed, atOnce, operations, jobs }: Settings): void => {
  const [step, ...differences] = found.differences;
  const kind = jobs ? 'MODEL_KILLED' : atOnce > 1 ? 'MODEL_AT_ONCE' : 'MODEL_SEEDS';
  const again = `${kind}=${seed} MODEL_OPERATIONS=${operations}`;
  if (step === undefined) {
    const { refused, kills, lost, compared } = found.figures;
    const figures = `${refused} refused, ${kills} kills, ${lost} lost answers, ${compared} comparisons, 0 differences`;
    if (process.env.MODEL_OPERATIONS) console.info(`${again}, at most ${atOnce} at once: ${figures}`);
    return;
  }
  const [first = ''] = differences;
  throw new Error(
    [
      `${again}, at most ${atOnce} at once, ${step.split('\n', 1)}: ${first.replaceAll(/\n\s*/g, ' | ')}`,
      ...[step, ...differences, 'What led to it:', ...historyOf(found).slice(-MOST_TOLD)],
    ].join('\n'),
  );
};
