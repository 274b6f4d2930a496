import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildUser, PASSWORD } from '../builders/identity.ts';
import { photoJpeg } from '../builders/photos.ts';
import { startApp, type TestApp } from '../harness.ts';

const SERVER = join(import.meta.dirname, '../..');
const PROGRAM = join(import.meta.dirname, 'program.ts');
const require = createRequire(import.meta.url);
const GENERATOR = join(require.resolve('openapi-typescript/package.json'), '../bin/cli.js');
const COMPILER = join(SERVER, '../node_modules/typescript/bin/tsc');

let it: TestApp;
let folder: string;
let origin: string;
beforeAll(async () => {
  it = await startApp();
  origin = await it.app.listen({ port: 0, host: '127.0.0.1' });
  folder = await mkdtemp(join(tmpdir(), 'generated-client-'));
});
afterAll(async () => {
  await it.close();
  await rm(folder, { recursive: true });
});

const run = async (...args: string[]): Promise<string> => {
  const { stdout } = await promisify(execFile)(process.execPath, args).catch(
    (error: { stdout: string; stderr: string }) => {
      throw new Error(`${error.stdout}${error.stderr}`);
    },
  );
  return stdout;
};

/** Generates types from the server's API description, and checks the program with them. */
const checkTypes = async (): Promise<void> => {
  const types = join(folder, 'api.d.ts');
  await run(GENERATOR, `${origin}/api/openapi.json`, '--output', types);
  const settings = {
    extends: join(SERVER, '../tsconfig.base.json'),
    compilerOptions: {
      types: ['node'],
      typeRoots: [join(SERVER, '../node_modules/@types')],
      paths: { 'banbo-api': [types] },
    },
    files: [PROGRAM],
  };
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(settings));
  await run(COMPILER, '-p', folder);
};

/** It starts three programs, which takes its time on a busy machine. */
const TIMEOUT = 120_000;

test(
  'a client made from the description alone registers, pays, signs in and lists',
  async () => {
    await checkTypes();
    const { username } = await buildUser(it, { role: 'SuperAdmin' });
    const photo = join(folder, 'ama.jpg');
    await writeFile(photo, await (await photoJpeg()).bytes());
    const seen = JSON.parse(await run(PROGRAM, origin, username, PASSWORD, photo));
    expect(seen).toEqual({
      repeated: true,
      amount: '200.00',
      paid: seen.listed[0].id,
      again: 'transaction_id_taken',
      listed: [{ id: seen.paid, car_number: 'GR 4711-20', amount_paid: '200.00', status: 'submitted' }],
      count: '1',
      stranger: 'not_signed_in',
      kinds: ['string', false],
    });
    expect(it.files.stored.size).toBe(1);
  },
  TIMEOUT,
);
