import { spawn, spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { formatInstant, groupThousands } from '@banbo/contract';
import { databaseIdentity, noteFilesGivenUp, noteSecrets } from '#db/connection/database-identity.ts';
import { connectAsOperator, psqlAddress } from '#db/connection/operator-connection.ts';
import type { TotalDifference } from '#db/totals/check-totals.ts';
import { ALL_KEYS } from '#db/totals/read-totals.ts';
import { openFiles } from '#integrations/files/file-store.ts';
import { StartRefusal } from '#lib/refusal.ts';
import { describeBackup } from './backup/backup-mark.ts';
import { type Config, readConfig } from './config.ts';
import { prepareDataDir, readConfigOfData } from './data-dir.ts';
import type { Diagnosis } from './doctor/finding.ts';
import { endBySignal, runProgram } from './program.ts';
import { readSettingsFile } from './settings-file.ts';
import { withDatabase } from './with-database.ts';

// Each command loads its own modules, since all of them together load the whole server.

/** `asks` is the usage; without `options` a command reads its arguments' names itself. */
type Command = {
  does: string;
  asks: string;
  options?: readonly string[];
  run: (args: string[], asks: string) => Promise<void>;
};

/** A command's only argument. Throws a `StartRefusal` with its usage for any other arguments. */
const onlyArgument = ([argument, ...more]: readonly string[], usage: string): string => {
  if (argument === undefined || argument.startsWith('-')) throw new StartRefusal(usage);
  if (more.length > 0) throw new StartRefusal(`${usage}. A name with spaces stands in quotes`);
  return argument;
};

/** A command's optional word. Throws a `StartRefusal` with its usage for anything else. */
const onlyWord = ([given, ...more]: readonly string[], word: string, usage: string): string | undefined => {
  if (more.length > 0 || (given !== undefined && given !== word)) throw new StartRefusal(usage);
  return given;
};

/**
 * Splits a command's `--name=value` off its other arguments. Throws its usage for an option without
 * a value.
 */
const splitOptions = <Name extends string>(
  args: string[],
  names: readonly Name[],
  usage: string,
): { given: Partial<Record<Name, string>>; rest: string[] } => {
  const options = Object.fromEntries(names.map((name) => [name, { type: 'string' as const }]));
  try {
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
    return { given: values as Partial<Record<Name, string>>, rest: positionals };
  } catch {
    throw new StartRefusal(usage);
  }
};

/** The number of `--skip=100`, or null without it. Throws on anything but a whole number. */
const skipOf = (given: string | undefined, usage: string): number | null => {
  if (given === undefined) return null;
  if (!/^\d{1,9}$/.test(given)) throw new StartRefusal(`${usage} --skip=NUMBER`);
  return Number(given);
};

const backup = async (args: string[], asks: string): Promise<void> => {
  endBySignal();
  const target = onlyArgument(args, asks);
  const config = readConfigOfData(process.env);
  const { backUp } = await import('./backup/back-up.ts');
  console.log(`The backup is in ${describeBackup(await backUp(config, target))}`);
  if (config.FILES_S3_BUCKET) console.log('Photos are in the bucket, which this leaves alone.');
};

const inLines = (ranges: readonly string[]): string => ranges.map((range) => `  ${range}`).join('\n');

/** Prints the numbers that a restore skipped, or that it skipped none. */
const sayWhatIsSkipped = (
  { skipped, note }: { skipped: readonly string[]; note: string | null },
  moment: string,
): void =>
  console.log(
    skipped.length === 0
      ? `No numbers are skipped: any that were given out after ${moment} are given out again.`
      : `Numbers that may have been given out after ${moment} are skipped, and so are those of all records:\n${inLines(skipped)}\nIf more were given out, restore once more into another folder with --skip=NUMBER: the next restore goes on beyond these. If it is a copy of the last moment and none are to be skipped, ${note === null ? '' : `remove ${note}, and `}restore once more with --skip=0.`,
  );

const MOMENT = /^(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2})(:\d{2})?$/;

/** The moment of `--to='2026-11-22 15:59'`, in Accra, which keeps UTC; null without it. */
const momentOf = (given: string | undefined, usage: string): Date | null => {
  if (given === undefined) return null;
  const [, day, minute, second = ':00'] = MOMENT.exec(given) ?? [];
  const to = new Date(`${day}T${minute}${second}Z`);
  // A day such as 31 November turns into another.
  if (Number.isNaN(to.getTime()) || !to.toISOString().startsWith(`${day}`)) throw new StartRefusal(usage);
  return to;
};

type OfArchive = { to: Date | null; skip: number | null; chain: string | undefined };

const restoreMoment = async (config: Config, wanted: OfArchive): Promise<void> => {
  if (wanted.to !== null && wanted.to > new Date()) {
    throw new StartRefusal('That moment is still to come: name one that is past');
  }
  const { restoreArchive } = await import('./backup/archive/restore-archive.ts');
  const restored = await restoreArchive(config, wanted);
  const moment = formatInstant(restored.moment);
  console.log(`The database of ${moment} is restored to ${describeBackup(restored)}`);
  if (restored.lostPhotos > 0) {
    console.log(
      `${restored.lostPhotos} photos that it names are not in the backups: npm run adopt has the server start without them.`,
    );
  }
  if (wanted.to === null) {
    const last = new Date(restored.moment).toISOString().slice(0, 19).replace('T', ' ');
    console.log(
      `The last change in these backups is of ${last}. If people worked later than that, the end of the backups is missing, which nothing in them can show.`,
    );
  }
  if (!restored.isOfMoment) console.log('No moment between that and the one that you named is kept.');
  sayWhatIsSkipped(restored, moment);
};

const listMoments = async (config: Config): Promise<void> => {
  const { tellMoments } = await import('./backup/archive/restore-archive.ts');
  console.log(`These moments can be restored, in Accra’s time:\n${await tellMoments(config)}`);
};

const restore = async (args: string[], asks: string): Promise<void> => {
  endBySignal();
  const settings = readConfig(process.env);
  if (args.length === 1 && args[0] === '--list') return listMoments(settings);
  const { given, rest } = splitOptions(args, ['to', 'skip', 'chain'], asks);
  const { chain } = given;
  const [to, skip] = [momentOf(given.to, asks), skipOf(given.skip, asks)];
  const isOfArchive = to !== null || chain !== undefined;
  const [source] = rest.length === 0 && (isOfArchive || settings.BACKUP_URL) ? [null] : [onlyArgument(rest, asks)];
  if (source !== null && isOfArchive) throw new StartRefusal(asks);
  const config = { ...settings, DATA_DIR: prepareDataDir(settings.DATA_DIR) };
  if (source === null) return restoreMoment(config, { to, skip, chain });
  const { restoreBackup } = await import('./backup/restore-backup.ts');
  const restored = await restoreBackup(config, source, skip);
  console.log(`The backup is restored to ${describeBackup(restored)}`);
  if (!restored.isCompared) {
    console.log('An earlier version made it, which kept no hashes: photos and secrets could not be compared.');
  }
  sayWhatIsSkipped(restored, formatInstant(restored.moment));
};

const move = async (args: string[], asks: string): Promise<void> => {
  const target = onlyArgument(args, asks);
  const given = readConfigOfData(process.env);
  const config = { ...given, DATABASE_URL: given.DATABASE_SESSION_URL ?? given.DATABASE_URL };
  const { moveDatabase } = await import('./backup/move-database.ts');
  const { place, tables, rows, isFolder } = await moveDatabase(config, target);
  console.log(`The database is in ${place}: ${rows} rows of ${tables} tables, counted on both sides.`);
  console.log(
    isFolder
      ? `Photos and secrets of ${config.DATA_DIR} are there too. Start the server with DATA_DIR=${place}`
      : `Start the server with DATABASE_URL and the same DATA_DIR, which keeps the photos. In production it needs TOKEN_SECRET, which is in ${config.DATA_DIR}/secrets`,
  );
  console.log('Do not start it on the old database again: both would give out the same numbers.');
};

const LISTEN = /^[\w.:*-]+$/;

const promote = async (args: string[], asks: string): Promise<void> => {
  const { given, rest } = splitOptions(args, ['port', 'listen'], asks);
  const [port, listen = 'localhost'] = [Number(given.port ?? 5432), given.listen];
  if (!Number.isInteger(port) || port < 1 || port > 65_535 || !LISTEN.test(listen)) throw new StartRefusal(asks);
  const target = onlyArgument(rest, asks);
  const config = readConfigOfData(process.env);
  const { promoteDatabase } = await import('./backup/promote-database.ts');
  await promoteDatabase(config, target, { port, listen }, ({ folder, url, command, uid }) => {
    console.log(`The database is a PostgreSQL server of its own in ${folder}, and runs. No row was moved.`);
    console.log(`DATABASE_URL=${url}`);
    console.log(`Have the machine start it by itself${uid === null ? '' : `, as the user ${uid}`}: ${command}`);
    console.log(
      `Start Banbo with this DATABASE_URL and the same DATA_DIR, which keeps the photos. In production it needs TOKEN_SECRET, which is in ${config.DATA_DIR}/secrets.`,
    );
    if (!['localhost', '127.0.0.1', '::1'].includes(listen)) {
      console.log(
        `It answers other machines without TLS: let them reach it over a network of your own alone, or give it a certificate (ssl in ${folder}/banbo.conf) and write hostssl for host in ${folder}/pg_hba.conf.`,
      );
    }
    console.log(
      'FROM NOW ON NOTHING BACKS UP THE DATABASE until you set it up: docs/running.md says how, under "Grow". Photos stay in DATA_DIR: back them up too.',
    );
  });
};

const skipNumbers = async (args: string[], asks: string): Promise<void> => {
  const { given, rest } = splitOptions(args, ['skip'], asks);
  const work = { reason: onlyArgument(rest, asks), count: skipOf(given.skip, asks), now: new Date() };
  const { migrate } = await import('#db/migration/migrate.ts');
  const { seedReference } = await import('../seeds/reference.ts');
  const { skipAfterCopy } = await import('./backup/skip-after-copy.ts');
  const { words } = await withDatabase(readConfigOfData(process.env), async (db) => {
    await migrate(db, seedReference);
    return skipAfterCopy(db, work);
  });
  console.log(
    words.length === 0 ? 'No numbers were skipped.' : `Skipped, and so are those of all records:\n${inLines(words)}`,
  );
};

const adoptPhotos = async (): Promise<void> => {
  const config = readConfigOfData(process.env);
  const files = await openFiles(config);
  const { photosOf } = await import('#domains/drivers');
  const { adoptFiles, countMissing } = await import('#domains/files');
  const missing = await withDatabase(config, async (db) => {
    await adoptFiles(files, (await databaseIdentity(db)).id);
    const counted = await countMissing(files, photosOf(db));
    await noteFilesGivenUp(db, counted.missing);
    return counted.missing;
  });
  console.log(`The photos in ${files.place} are the database’s from now on.`);
  if (missing > 0) console.log(`It goes on without ${missing} that are not there.`);
};

const giveUpSecrets = async (): Promise<void> => {
  await withDatabase(readConfigOfData(process.env), (db) => noteSecrets(db, false));
  console.log(
    'If secrets are missing, the next start makes new ones: people sign in again, and set up their second factors anew.',
  );
};

const adopt = (args: string[], asks: string): Promise<void> =>
  onlyWord(args, 'secrets', asks) === undefined ? adoptPhotos() : giveUpSecrets();

const sweep = async (args: string[], asks: string): Promise<void> => {
  if (args.length > 0) throw new StartRefusal(asks);
  const config = readConfigOfData(process.env);
  const store = await openFiles(config);
  const { sweepAllFiles } = await import('#domains/files');
  const { provedFiles } = await import('./proved-files.ts');
  const removed = await withDatabase(config, async (db) =>
    sweepAllFiles(db, await provedFiles(db, store, await databaseIdentity(db)), new Date()),
  );
  console.log(`${removed} files were removed from ${store.place}.`);
};

const unlock = async (args: string[], asks: string): Promise<void> => {
  const username = onlyArgument(args, asks);
  const config = readConfigOfData(process.env);
  const publicUrl = config.PUBLIC_URL ?? `http://localhost:${config.PORT}`;
  const { unlockUser } = await import('#domains/identity');
  const link = await withDatabase(config, (db) => unlockUser(db, { username, publicUrl, now: new Date() }));
  if (link === null) throw new StartRefusal(`There is no staff user ${username}`);
  console.log(`${username} can sign in again. If the password is forgotten, a new one is set here, once:\n${link}`);
};

const confirm = async (args: string[], asks: string): Promise<void> => {
  const username = onlyArgument(args, asks);
  const { confirmByOperator } = await import('#domains/identity');
  const config = readConfigOfData(process.env);
  const isThere = await withDatabase(config, (db) => confirmByOperator(db, username, new Date()));
  if (!isThere) throw new StartRefusal(`There is no staff user ${username}`);
  console.log(`${username} is confirmed, and counts as a person of their own where two have to decide.`);
};

/** `12 (3600.00)`, or `12` of what has no money. */
const amountOf = (count: string, amount: string): string => (Number(amount) === 0 ? count : `${count} (${amount})`);

const describe = ({ measure, key, grain, period, ...sides }: TotalDifference): string => {
  const when = grain === 'all' ? 'in all' : `${grain} ${period}`;
  const counted = amountOf(sides.counted, sides.counted_amount);
  return `${measure}, ${key === ALL_KEYS ? 'all keys' : key}, ${when}: counted ${counted}, kept ${amountOf(sides.kept, sides.kept_amount)}`;
};

/** Compares every total with the sum of its rows; exits with 1 and the first difference. */
const totals = async (args: string[], asks: string): Promise<void> => {
  const rebuilds = onlyWord(args, '--rebuild', asks) !== undefined;
  const config = readConfigOfData(process.env);
  const { checkTotals, rebuildTotals } = await import('#db/totals/check-totals.ts');
  if (rebuilds) return console.log(`${await withDatabase(config, rebuildTotals)} totals were mended.`);
  const [first, ...others] = await withDatabase(config, checkTotals);
  if (!first) return console.log('Every total is the sum of its rows.');
  console.log(`${describe(first)}.`);
  console.log(`${others.length} more differ. npm run totals:check -- --rebuild mends them.`);
  process.exitCode = 1;
};

const PROGRESS_MS = 2_000;

const grouped = (count: number): string => groupThousands(String(count));

/** Prints a line at most every two seconds. */
const progress = (): ((words: () => string) => void) => {
  let said = performance.now();
  return (words) => {
    if (performance.now() - said < PROGRESS_MS) return;
    said = performance.now();
    console.log(words());
  };
};

/** Proves the books; exits with 1 and each difference, new ones first. */
const checkBooks = async (args: string[], asks: string): Promise<void> => {
  if (args.length > 0) throw new StartRefusal(asks);
  endBySignal();
  const config = readConfigOfData(process.env);
  const { checkBooksNow, differencesNewFirst } = await import('#domains/reports');
  const begun = performance.now();
  const say = progress();
  const check = await withDatabase(config, (db) =>
    checkBooksNow(
      db,
      () => new Date(),
      ({ of, records, postings }) =>
        say(() => `Looking at ${of}: ${grouped(postings)} postings and ${grouped(records)} records so far.`),
    ),
  );
  const [postings, seconds] = [Number(check.postings), (performance.now() - begun) / 1000];
  const kept = await withDatabase(config, (db) => differencesNewFirst(db, check));
  if (kept.length === 0) {
    const last = check.last_entry === null ? 'They have no entry yet' : `Their last entry is ${check.last_entry}`;
    const hash = check.last_hash === null ? '' : `, with the hash ${check.last_hash.toString('hex')}`;
    console.log(`The books agree. ${last}${hash}.`);
  } else {
    console.log(kept.join('\n'));
    const more = Number(check.difference_count) - kept.length;
    if (more > 0) console.log(`${more === 1 ? '1 more difference' : `${more} more differences`}: mend these first.`);
    process.exitCode = 1;
  }
  console.log(
    `${grouped(postings)} postings in ${seconds.toFixed(1)} s, ${grouped(Math.round(postings / seconds))} a second.`,
  );
};

/** Tells whether the books still contain a day as it was sent; exits with 1 if not. */
const verifyBooks = async (args: string[], asks: string): Promise<void> => {
  const [hash, day, ...more] = args;
  if (hash === undefined || day === undefined || more.length > 0) throw new StartRefusal(asks);
  endBySignal();
  const config = readConfigOfData(process.env);
  const { verifyDay } = await import('#domains/ledger');
  const say = progress();
  const { holds, words } = await withDatabase(config, (db) =>
    verifyDay(db, { hash, day, now: new Date() }, (entry) => say(() => `The chain holds up to entry ${entry} so far.`)),
  );
  console.log(words);
  if (!holds) process.exitCode = 1;
};

/** Hands the terminal to psql until it ends. Ctrl-C goes to psql, which cancels a statement. */
const prompt = async (address: string, password: string | undefined, args: readonly string[]): Promise<void> => {
  process.on('SIGINT', () => {});
  const env = { ...process.env, ...(password === undefined ? {} : { PGPASSWORD: password }) };
  const child = spawn('psql', [address, ...args], { stdio: 'inherit', env });
  await new Promise((resolve) => child.on('close', resolve));
  process.exitCode = child.exitCode ?? 1;
};

const psql = async (args: string[]): Promise<void> => {
  const { connection, close } = await connectAsOperator(readConfigOfData(process.env));
  try {
    const { address, password } = psqlAddress(connection);
    if (spawnSync('psql', ['--version']).status === 0) return await prompt(address, password, args);
    console.log(
      `There is no psql on this machine; any version of it will do. While its server runs, the database is at\n${address}`,
    );
  } finally {
    await close();
  }
};

const sendSimulated = async (args: string[], asks: string): Promise<void> => {
  if (args.length === 0) throw new StartRefusal(asks);
  endBySignal();
  const { simulate } = await import('../seeds/traffic/simulate.ts');
  if (!(await simulate(args, console.log))) process.exitCode = 1;
};

/** Also takes the settings' file without a name; exits with 1 if anything is wrong. */
const doctor = async ([file, ...more]: string[], asks: string): Promise<void> => {
  if (more.length > 0) throw new StartRefusal(asks);
  if (file !== undefined) Object.assign(process.env, readSettingsFile(file));
  const { examine, findingInLines, inSum } = await import('./doctor/examine.ts');
  const findings: Diagnosis[] = [];
  for await (const finding of examine(process.env)) {
    findings.push(finding);
    for (const line of findingInLines(finding)) console.log(line);
  }
  console.log(`\n${inSum(findings)}`);
  if (findings.some(({ grade }) => grade === 'bad')) process.exitCode = 1;
};

/** The commands of a server's operator, by the names of their npm scripts. */
const COMMANDS: Readonly<Record<string, Command>> = {
  backup: {
    does: 'Copies the database, photos and secrets, also while the server runs',
    asks: 'Say where the backup goes: npm run backup -- FOLDER',
    options: [],
    run: backup,
  },
  restore: {
    does: 'Puts a backup into an empty DATA_DIR, and skips numbers that may have been given out since',
    asks: "Say what to restore: npm run restore -- FOLDER, or with BACKUP_URL npm run restore -- --to='2026-11-22 15:59', in Accra’s time; without --to the last moment that was kept, and with --list instead the moments that there are",
    options: ['to', 'skip', 'list', 'chain'],
    run: restore,
  },
  move: {
    does: 'Copies the database to another PostgreSQL, or back to a folder',
    asks: 'Say where the database goes: npm run move -- postgres://… or npm run move -- FOLDER',
    options: [],
    run: move,
  },
  promote: {
    does: 'Makes the database in DATA_DIR a PostgreSQL server of its own, without moving a row',
    asks: 'Say which new folder the server gets, on the disk of DATA_DIR: npm run promote -- FOLDER, also with --port=5432 and --listen=localhost',
    options: ['port', 'listen'],
    run: promote,
  },
  'numbers:skip': {
    does: 'Skips numbers of receipts, codes, papers and records after a copy that was not the last moment',
    asks: 'Say why, in quotes, such as "A backup of Friday was restored.": npm run numbers:skip -- REASON',
    options: ['skip'],
    run: skipNumbers,
  },
  doctor: {
    does: 'Says what is wrong with this installation, and what to do about it; changes nothing',
    asks: 'Say npm run doctor, or npm run doctor -- /etc/banbo.env with the file that has the service’s settings',
    options: [],
    run: doctor,
  },
  adopt: {
    does: 'Goes on without photos, or secrets, that are lost',
    asks: 'Say what to go on without: npm run adopt for photos, npm run adopt -- secrets for lost secrets',
    options: [],
    run: adopt,
  },
  sweep: { does: 'Removes photos that no record has', asks: 'Say npm run sweep', options: [], run: sweep },
  unlock: {
    does: 'Lets a staff user in again, with a link to set a new password',
    asks: 'Say whom to unlock: npm run unlock -- USERNAME',
    options: [],
    run: unlock,
  },
  confirm: {
    does: 'Confirms that a staff user is a person of their own, where the office has no third who could',
    asks: 'Say whom to confirm: npm run confirm -- USERNAME',
    options: [],
    run: confirm,
  },
  'totals:check': {
    does: 'Compares every total with the sum of its rows',
    asks: 'Say npm run totals:check, or npm run totals:check -- --rebuild',
    options: ['rebuild'],
    run: totals,
  },
  'books:check': {
    does: 'Proves the books: the chain, each entry, kept balances, and what payments, money and receipts say',
    asks: 'Say npm run books:check',
    options: [],
    run: checkBooks,
  },
  'books:verify': {
    does: 'Tells whether the books still contain a day as it was sent to the owner or printed',
    asks: 'Say the first digits of the hash and its day: npm run books:verify -- 1a2b3c4d5e6f 22/11/2026',
    options: [],
    run: verifyBooks,
  },
  simulate: {
    does: 'Sends reports of simulated trackers to an installation, as Traccar forwards them',
    asks: 'Say where to and with which secret: npm run simulate -- --url=http://localhost:3000 --secret=SECRET --devices=1000, with --list instead for the IMEIs to import first; also --minutes=10 --seed=1 --interval=SECONDS --at-once, and per cent of --gaps, --repeats, --late, --future and --cuts',
    run: sendSimulated,
  },
  psql: { does: 'Opens PostgreSQL’s own prompt on the database', asks: 'npm run psql', run: psql },
};

const FILE = '--settings=';

const help = (): string =>
  `${Object.entries(COMMANDS)
    .map(([name, { does, asks }]) => `${name}\n  ${does}.\n  ${asks}`)
    .join('\n')}\n  Each takes ${FILE}/etc/banbo.env, the file that has the service’s settings.`;

/** Takes the settings of a service's file, which `--settings=` names. */
const takeSettings = (args: readonly string[]): string[] => {
  const given = args.find((argument) => argument.startsWith(FILE));
  if (given === undefined) return [...args];
  Object.assign(process.env, readSettingsFile(given.slice(FILE.length)));
  return args.filter((argument) => argument !== given);
};

/** Throws a `StartRefusal` for an option that the command does not have, such as a misspelt one. */
const refuseUnknown = (args: readonly string[], { options, asks }: Command): void => {
  if (options === undefined) return;
  const isKnown = (argument: string) => options.some((name) => argument.split('=', 1)[0] === `--${name}`);
  const unknown = args.find((argument) => argument.startsWith('-') && !isKnown(argument));
  if (unknown !== undefined) throw new StartRefusal(`There is no option ${unknown}. ${asks}`);
};

await runProgram(async () => {
  const [name = '--help', ...given] = process.argv.slice(2);
  if (name === '--help') return console.log(help());
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (!command) throw new StartRefusal(`There is no command ${name}. These are:\n${help()}`);
  // psql has a --help of its own.
  if (name !== 'psql' && given.includes('--help')) return console.log(`${command.does}.\n${command.asks}`);
  const args = takeSettings(given);
  refuseUnknown(args, command);
  await command.run(args, command.asks);
});
