import { startStandIn } from '#integrations/momo/stand-in.ts';
import { driveDemo } from '../seeds/demo/drive.ts';
import { type DemoSignIns, seedDemo } from '../seeds/demo.ts';
import { readConfig } from './config.ts';
import { demoFolder, filledWith, markFilled } from './demo-folder.ts';
import { runProgram, stopSignal } from './program.ts';
import { start } from './start.ts';

/** The only settings that a demo takes: others could reach real data, mail or money. */
const TAKEN = ['PORT', 'HOST', 'PUBLIC_URL', 'WEB_ORIGIN', 'TRUST_PROXY', 'LOG_LEVEL', 'WEB_BUILD'];

/** Milliseconds until the demo's payers approve, and until one whose number ends in 454 does. */
const APPROVAL = { paidAfterMs: 6_000, delayedMs: 40_000 };

/** `momo` are those of the stand-in for the mobile money network. */
const settings = (dataDir: string, momo: Record<string, string>): Record<string, string | undefined> => ({
  LOG_LEVEL: 'warn',
  ...momo,
  ...Object.fromEntries(TAKEN.filter((name) => process.env[name]).map((name) => [name, process.env[name]])),
  DATA_DIR: dataDir,
});

const describe = ({ password, staff, members, tenants, ...secrets }: DemoSignIns, address: string): string =>
  [
    `Staff, at ${address}/login: ${staff.join(', ')}`,
    `Members, at ${address}/main_login, with car number and driver code:`,
    ...members.map(({ car_number, driver_code }) => `  ${car_number}  ${driver_code}`),
    `Tenants, at ${address}/tenant_login: ${tenants.join(', ')}`,
    `Every password is ${password}`,
    `Forty cars drive in Accra, at ${address}/tracker_map; the police see a stolen one at`,
    `  ${address}/shared_car#${secrets.stolen_secret}`,
    `Trackers report with the secret ${secrets.feed_secret}`,
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
  const cars = signIns && driveDemo({ address, secret: signIns.feed_secret });
  await signal.received;
  await cars?.stop();
  await stop();
  await momo.close();
});
