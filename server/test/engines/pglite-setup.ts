import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import type { TestProject } from 'vitest/node';
import { fromEngine } from '../../src/db/pglite/from-engine.ts';
import { pgliteParsers } from '../../src/db/types.ts';
import { prepare } from './prepare.ts';

/** Makes the template that every test file of the run loads, which takes a tenth of migrating and seeding anew. */
export const setup = async (project: TestProject): Promise<() => Promise<void>> => {
  const folder = await mkdtemp(join(tmpdir(), 'banbo-pglite-'));
  const dump = join(folder, 'template.tar');
  const pglite = await PGlite.create({ parsers: pgliteParsers });
  const { db, close } = fromEngine(pglite);
  await prepare(db);
  await writeFile(dump, new Uint8Array(await (await pglite.dumpDataDir('none')).arrayBuffer()));
  await close();
  project.provide('engine', { kind: 'pglite', dump });
  return () => rm(folder, { recursive: true });
};
