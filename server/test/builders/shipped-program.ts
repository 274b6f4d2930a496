import { join } from 'node:path';

/** The path of a program as it ships, bundled, in the folder that `scripts/prepare.js` prints. */
export const shippedProgram = (name: 'main' | 'demo' | 'cli'): string => {
  const folder = process.env.SERVER_BUILD;
  if (!folder) throw new Error('SERVER_BUILD is not set: run eval "$(node scripts/prepare.js)" first');
  return join(folder, `${name}.js`);
};
