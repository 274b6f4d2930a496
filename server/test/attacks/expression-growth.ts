import { checkSync } from 'recheck';

/** Limits by the work done, without a clock, so that a busy machine finds the same. */
const BY_WORK_ALONE = { timeout: null, attackTimeout: null, incubationTimeout: null } as const;

/**
 * Expressions that the checker found linear, but only after many seconds. A changed one is checked
 * again. The first two belong to the JSON parser.
 */
const FOUND_LINEAR = new Set(
  [
    /"(?:_|\\u005[Ff])(?:_|\\u005[Ff])(?:p|\\u0070)(?:r|\\u0072)(?:o|\\u006[Ff])(?:t|\\u0074)(?:o|\\u006[Ff])(?:_|\\u005[Ff])(?:_|\\u005[Ff])"\s*:/,
    /"(?:c|\\u0063)(?:o|\\u006[Ff])(?:n|\\u006[Ee])(?:s|\\u0073)(?:t|\\u0074)(?:r|\\u0072)(?:u|\\u0075)(?:c|\\u0063)(?:t|\\u0074)(?:o|\\u006[Ff])(?:r|\\u0072)"\s*:/,
    /(?:\bpayment received for|\byou have received) ?(?:GHS|GHC|GH[₵¢]) ?([\w.,]*)/gi,
    /^\W*(?:.{0,60}\d{8,20} confirmed\b[^.]{0,30}\.?|(?:dear|hello|hi|y['’]?ello)\b[^.:\d]{0,40}[,!.]?|[^\d:]{1,30}:)\s*$/iu,
    /^(.{1,60}?) ?, ?(233\d{9}) ?, ?(.*?) from (?:mtn|telecel|vodafone|at|airteltigo)\b/i,
    /^(?:MTN|TELECEL|VODAFONE|AT|AIRTELTIGO|MOBILE ?MONEY|MOMO)\b|\b(?:INTEREST|BONUS|COMMISSION|LOANS?|REFUND|REVERSAL|REVERSED|FAILED)\W*$/,
    /<script type="application\/ld\+json">[^<]*<\/script>/g,
    /<title>[^<]*<\/title>|<meta property="og:(?:site_name|title)" content="[^"]*"\/>/g,
  ].map(String),
);

/** An expression's growth beyond linear: `2nd degree polynomial` or `exponential`; else null. */
export const growthOf = ({ source, flags }: { source: string; flags: string }): string | null => {
  if (FOUND_LINEAR.has(`/${source}/${flags}`)) return null;
  // The checker's other backends start programs of their own.
  process.env.RECHECK_BACKEND = 'pure';
  const found = checkSync(source, flags, BY_WORK_ALONE);
  if (found.status === 'safe') return null;
  return found.status === 'vulnerable' ? found.complexity.summary : `unknown: ${found.error.kind}`;
};
