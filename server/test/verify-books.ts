import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { onTestFinished } from 'vitest';

const DOCS = join(import.meta.dirname, '../../docs/verify-books.md');
const [, SCRIPT = ''] = /```js\n(.*?)```/s.exec(readFileSync(DOCS, 'utf8')) ?? [];

export type Files = ReadonlyMap<string, Buffer>;
type Verdict = { code: number; said: string; problems: string };

/** The files with checksums made anew, as a forger would. */
export const summed = (files: Files): Files => {
  const lines = [...files]
    .filter(([file]) => file !== 'SHA256SUMS')
    .map(([file, bytes]) => `${createHash('sha256').update(bytes).digest('hex')}  ${file}\n`);
  return new Map([...files, ['SHA256SUMS', Buffer.from(lines.join(''))]]);
};

/** Unpacks an archive and runs the script of the docs on it in a process, as its reader does. */
export const verifyAlone = async (files: Files): Promise<Verdict> => {
  const folder = await mkdtemp(join(tmpdir(), 'banbo-archive-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const script = join(folder, 'verify-books.mjs');
  await writeFile(script, SCRIPT);
  const unpacked = join(folder, 'unpacked');
  for (const [file, bytes] of files) {
    await mkdir(dirname(join(unpacked, file)), { recursive: true });
    await writeFile(join(unpacked, file), bytes);
  }
  return promisify(execFile)(process.execPath, [script, unpacked]).then(
    ({ stdout, stderr }) => ({ code: 0, said: stdout, problems: stderr }),
    ({ code, stdout, stderr }) => ({ code, said: stdout, problems: stderr }),
  );
};

const FOLDER = 'unpacked';
const BODY = SCRIPT.replace(/^import .*;$/gm, '');
const runScript = new Function('createHash', 'readFileSync', 'process', 'console', BODY);

/** Runs the same script without a process, on files that are nowhere unpacked. */
export const verify = (files: Files): Verdict => {
  const said: string[] = [];
  const problems: string[] = [];
  const read = (path: string) => {
    const bytes = files.get(path.slice(`${FOLDER}/`.length));
    if (!bytes) throw new Error(`${path} is not in the archive`);
    return bytes;
  };
  const ended = { argv: ['node', 'verify-books.mjs', FOLDER], exitCode: -1 };
  const write = (lines: string[]) => (line: string) => lines.push(`${line}\n`);
  runScript(createHash, read, ended, { log: write(said), error: write(problems) });
  return { code: ended.exitCode, said: said.join(''), problems: problems.join('') };
};
