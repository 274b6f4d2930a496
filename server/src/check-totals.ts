import { checkTotals, rebuildTotals, type TotalDifference } from '#db/totals/check-totals.ts';
import { ALL_KEYS } from '#db/totals/read-totals.ts';
import { StartRefusal } from '#lib/refusal.ts';
import { readConfigOfData } from './data-dir.ts';
import { runProgram } from './program.ts';
import { withDatabase } from './with-database.ts';

/** `12 (3600.00)`, or `12` of what has no money. */
const amountOf = (count: string, amount: string): string => (Number(amount) === 0 ? count : `${count} (${amount})`);

const describe = ({ measure, key, grain, period, ...sides }: TotalDifference): string => {
  const when = grain === 'all' ? 'in all' : `${grain} ${period}`;
  const counted = amountOf(sides.counted, sides.counted_amount);
  return `${measure}, ${key === ALL_KEYS ? 'all keys' : key}, ${when}: counted ${counted}, kept ${amountOf(sides.kept, sides.kept_amount)}`;
};

/** Says whether every total is the sum of its rows; exits with 1 and the first difference where one is not. */
const check = async (config: ReturnType<typeof readConfigOfData>): Promise<void> => {
  const [first, ...others] = await withDatabase(config, checkTotals);
  if (!first) return console.log('Every total is the sum of its rows.');
  console.log(`${describe(first)}.`);
  console.log(`${others.length} more differ. npm run totals:check -- --rebuild mends them.`);
  process.exitCode = 1;
};

await runProgram(async () => {
  const [option, ...more] = process.argv.slice(2);
  if (more.length > 0 || (option !== undefined && option !== '--rebuild')) {
    throw new StartRefusal('Say npm run totals:check, or npm run totals:check -- --rebuild');
  }
  const config = readConfigOfData(process.env);
  if (option === undefined) return check(config);
  console.log(`${await withDatabase(config, rebuildTotals)} totals were mended.`);
});
