import type { TestProject } from 'vitest/node';
import { openPostgres } from '../../src/db/postgres.ts';
import { findPostgres } from './postgres-binaries.ts';
import { databaseUrl, startCluster } from './postgres-cluster.ts';
import { prepare } from './prepare.ts';

const TEMPLATE = 'postgres';

/** Starts a PostgreSQL for the run, with the template that every test file's database is copied from. */
export const setup = async (project: TestProject): Promise<() => Promise<void>> => {
  const bin = findPostgres();
  if (!bin) throw new Error('PostgreSQL’s binaries were not found');
  const { socketDir, stop } = await startCluster(bin);
  const { db, close } = await openPostgres(databaseUrl(socketDir, TEMPLATE));
  await prepare(db);
  await close();
  project.provide('engine', { kind: 'postgres', socketDir, template: TEMPLATE });
  return stop;
};
