import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Db } from '#db/database.ts';
import { machineMemory } from '#lib/memory-budget.ts';
import type { Config } from '../config.ts';
import { openFilesLimit } from '../program.ts';
import { withDatabase } from '../with-database.ts';
import { checkArchive } from './check-archive.ts';
import {
  checkBackup,
  checkBooks,
  checkClock,
  checkCompany,
  checkFeeds,
  checkJobs,
  checkOutbox,
  checkSchema,
} from './check-database.ts';
import {
  checkFolder,
  checkMemory,
  checkNode,
  checkOpenFiles,
  checkPostgres,
  checkTimeService,
} from './check-machine.ts';
import { checkPublicAddress, checkServer, checkSmsService } from './check-server.ts';
import { checkAddress, checkProxy, checkSecrets, checkServices, readableSettings } from './check-settings.ts';
import { badBecause, type Diagnosis } from './finding.ts';

/** The version of Node that the project brings. */
const nodeOfProject = (): string => readFileSync(join(import.meta.dirname, '../../../.nvmrc'), 'utf8').trim();

const ofMachine = async (config: Config): Promise<{ findings: Diagnosis[]; mayAskDatabase: boolean }> => {
  const folder = checkFolder(config);
  // In a folder of another user's, this would leave files that the server cannot change.
  const programs = folder.isUsable ? checkPostgres(config) : [];
  const findings = [
    ...folder.findings,
    checkNode(process.versions.node, nodeOfProject()),
    ...programs,
    checkMemory(machineMemory(), config),
    checkOpenFiles(openFilesLimit()),
    ...checkTimeService(),
  ];
  return { findings, mayAskDatabase: folder.isUsable && programs.every(({ grade }) => grade === 'good') };
};

const ofDatabase = async (config: Config, db: Db): Promise<Diagnosis[]> => {
  const { finding, isCurrent } = await checkSchema(db);
  if (!isCurrent) return [finding];
  const look = { db, config, now: new Date() };
  return [
    finding,
    await checkClock(look),
    await checkBackup(look),
    ...(await checkOutbox(look)),
    await checkJobs(look),
    await checkBooks(look),
    await checkCompany(look),
    await checkFeeds(look),
  ];
};

const TODO = 'look at DATA_DIR/log/postgresql.log, or at the server of DATABASE_URL';

/**
 * Looks an installation over, beside its server or without one, and gives what it finds as it finds
 * it: a service that does not answer holds up only what comes after it. Changes nothing.
 */
export async function* examine(environment: Record<string, string | undefined>): AsyncGenerator<Diagnosis> {
  const { config, findings } = readableSettings(environment);
  yield* findings;
  yield* [checkAddress(config), checkProxy(config)];
  yield* checkSecrets(config);
  const machine = await ofMachine(config);
  yield* machine.findings;
  yield await checkServer(config);
  yield* await checkPublicAddress(config);
  if (machine.mayAskDatabase) {
    yield* await withDatabase(config, (db) => ofDatabase(config, db)).catch((error: unknown) => [
      badBecause('Database', error, TODO),
    ]);
  }
  yield* checkServices(config);
  yield* await checkSmsService(config);
  yield* await checkArchive(config);
}

const MARKS = { good: 'ok   ', warn: 'look ', bad: 'WRONG' } as const;

const counted = (count: number, one: string, many: string): string => (count === 1 ? `1 ${one}` : `${count} ${many}`);

/** A finding as lines for a person. */
export const findingInLines = ({ grade, about, says, todo }: Diagnosis): string[] => [
  `${MARKS[grade]}  ${about}: ${says}.`,
  ...(todo === undefined ? [] : [`       → ${todo[0]?.toUpperCase()}${todo.slice(1)}.`]),
];

/** All findings in a sentence, next to the prompt, which names the wrong ones. */
export const inSum = (findings: readonly Diagnosis[]): string => {
  const of = (grade: Diagnosis['grade']) => findings.filter((one) => one.grade === grade);
  const [wrong, worth] = [of('bad'), of('warn').length];
  const looks = worth === 0 ? '' : `, ${counted(worth, 'thing is', 'things are')} worth a look`;
  if (wrong.length === 0) return `Nothing is wrong${looks}.`;
  const names = [...new Set(wrong.map(({ about }) => about))].join(', ');
  return `${counted(wrong.length, 'thing is', 'things are')} wrong (${names})${looks}.`;
};
