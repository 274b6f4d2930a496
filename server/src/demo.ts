import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { letPass } from '#db/cluster/run-as.ts';
import { startStandIn } from '#integrations/momo/stand-in.ts';
import { StartRefusal } from '#lib/refusal.ts';
import { type DemoSignIns, seedDemo } from '../seeds/demo.ts';
import { readConfig } from './config.ts';
import { prepareDataDir } from './data-dir.ts';
import { runProgram, stopSignal } from './program.ts';
import { start } from './start.ts';

/** Marks a folder as a demo's, and holds the sign-ins once it is filled. */
const MARKER = '.banbo-demo';

const throwaway = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'banbo-demo-'));
  letPass(folder);
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
};

/**
 * The absolute path of a folder for a demo: `asked`, or a new one that is removed with the process. Throws a
 * `StartRefusal` when the folder holds anything that is not a demo's.
 */
export const demoFolder = (asked: string | undefined): string => {
  const folder = asked ? resolve(asked) : throwaway();
  const isEmpty = !existsSync(folder) || readdirSync(folder).length === 0;
  if (!isEmpty && !existsSync(join(folder, MARKER))) {
    throw new StartRefusal(`The demo does not touch ${folder}, which holds something else: give it an empty DATA_DIR`);
  }
  prepareDataDir(folder);
  if (isEmpty) writeFileSync(join(folder, MARKER), '');
  return folder;
};

/** The sign-ins that `markFilled` stored, or null while the folder is not filled. */
export const filledWith = <T>(folder: string): T | null => {
  const text = readFileSync(join(folder, MARKER), 'utf8');
  return text === '' ? null : (JSON.parse(text) as T);
};

/** Stores the sign-ins of a filled demo, so that its next start does not fill it again. */
export const markFilled = (folder: string, signIns: unknown): void => {
  writeFileSync(join(folder, MARKER), JSON.stringify(signIns), { flush: true });
};

/** The only settings a demo takes: with the others it could reach real data, real mail or real money. */
const TAKEN = ['PORT', 'HOST', 'PUBLIC_URL', 'WEB_ORIGIN', 'TRUST_PROXY', 'LOG_LEVEL', 'WEB_BUILD'];

/** Milliseconds that the demo's payers take to approve a prompt, and that one whose number ends with 454 takes. */
const APPROVAL = { paidAfterMs: 6_000, delayedMs: 40_000 };

/** `momo` are those of the stand-in for the mobile money network. */
const settings = (dataDir: string, momo: Record<string, string>): Record<string, string | undefined> => ({
  LOG_LEVEL: 'warn',
  ...momo,
  ...Object.fromEntries(TAKEN.filter((name) => process.env[name]).map((name) => [name, process.env[name]])),
  DATA_DIR: dataDir,
});

const describe = ({ password, staff, members, tenants }: DemoSignIns, address: string): string =>
  [
    `Staff, at ${address}/login: ${staff.join(', ')}`,
    `Members, at ${address}/main_login, with car number and driver code:`,
    ...members.map(({ car_number, driver_code }) => `  ${car_number}  ${driver_code}`),
    `Tenants, at ${address}/tenant_login: ${tenants.join(', ')}`,
    `Every password is ${password}`,
    'Prompts move no money. The payer’s number decides: it ends with 450 for too little money, 451 for declined, 452 for',
    '  expired, 453 for never answered, 454 for late; any other pays.',
  ].join('\n');

await runProgram(async () => {
  const signal = stopSignal();
  const folder = demoFolder(process.env.DATA_DIR);
  let signIns = filledWith<DemoSignIns>(folder);
  const momo = await startStandIn(APPROVAL);
  const { address, stop } = await start(readConfig(settings(folder, momo.settings)), async ({ db, files }) => {
    if (!signIns) {
      console.log('Filling the demo…');
      signIns = await seedDemo(db, { files, now: new Date() });
      markFilled(folder, signIns);
    }
    signal.endWellFromNow();
  });
  console.log(`The Banbo demo listens on ${address}`);
  if (signIns) console.log(describe(signIns, address));
  await signal.received;
  await stop();
  await momo.close();
});
