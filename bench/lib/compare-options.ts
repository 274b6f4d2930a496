import { parseArgs } from 'node:util';

/** Options of a bench that compares sides in rounds; `seconds` is for each side of a round. */
export const readCompareOptions = () => {
  const { values } = parseArgs({
    options: {
      /** Folder of other PostgreSQL programs than those installed. */
      postgres: { type: 'string' },
      drivers: { type: 'string', default: '100000' },
      rounds: { type: 'string', default: '7' },
      seconds: { type: 'string', default: '3' },
    },
  });
  const { postgres, drivers, rounds, seconds } = values;
  return {
    ...(postgres && { postgres }),
    drivers: Number(drivers),
    rounds: Number(rounds),
    seconds: Number(seconds),
  };
};
