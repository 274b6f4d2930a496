import { startStandIn } from '#integrations/momo/stand-in.ts';
import { type DemoSignIns, seedDemo } from '../seeds/demo.ts';
import { readConfig } from './config.ts';
import { demoFolder, filledWith, markFilled } from './demo-folder.ts';
import { runProgram, stopSignal } from './program.ts';
import { start } from './start.ts';

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
