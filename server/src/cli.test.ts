import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

const CLI = join(import.meta.dirname, 'cli.ts');

const run = (...args: string[]) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [CLI, ...args], { encoding: 'utf8' });
  return { status, output: stdout + stderr };
};

test('--help names every command that has an npm script, with what to give it', () => {
  const { scripts } = JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8'));
  const called = Object.values<string>(scripts).flatMap((script) => /cli\.js" (\S+)$/.exec(script)?.[1] ?? []);
  const { status, output } = run('--help');
  expect(status).toBe(0);
  expect(called.length).toBeGreaterThan(5);
  expect(output.match(/^\S+$/gm)?.sort()).toEqual([...called].sort());
});

test('a command says what it takes, and one that is not there is refused with those that are', () => {
  expect(run('backup', '--help')).toEqual({ status: 0, output: expect.stringContaining('npm run backup -- FOLDER') });
  expect(run('toString')).toEqual({
    status: 1,
    output: expect.stringMatching(/no command toString.*npm run restore/s),
  });
});

test('a command refuses an option that it does not have', () => {
  const asked = [
    ['promote', '--prot=5499', '/srv/x'],
    ['sweep', '--all'],
  ];
  for (const [name = '', ...args] of asked) {
    const option = args.find((argument) => argument.startsWith('-'));
    expect(run(name, ...args)).toEqual({
      status: 1,
      output: expect.stringMatching(new RegExp(`^There is no option ${option}\\. Say `)),
    });
  }
});

test('the doctor and every other command take settings from a file, and refuse one that they cannot read', () => {
  expect(run('doctor', '/nowhere/banbo.env')).toEqual({
    status: 1,
    output: expect.stringContaining('The settings in /nowhere/banbo.env cannot be read'),
  });
  const settings = join(mkdtempSync(join(tmpdir(), 'banbo-settings-')), 'banbo.env');
  writeFileSync(settings, 'DATA_DIR=/nowhere/data\nPORT=2\nCLAIM_DAYS=never\n');
  const { status, output } = run('doctor', settings);
  writeFileSync(settings, 'DATA_DIR=/nowhere/data\n');
  const other = run('books:check', `--settings=${settings}`);
  expect(other).toEqual({ status: 1, output: 'There is no folder /nowhere/data: set DATA_DIR\n' });
  rmSync(dirname(settings), { recursive: true });
  expect(status).toBe(1);
  expect(output).toMatch(/^WRONG {2}Settings: The setting CLAIM_DAYS is unusable/m);
  expect(output).toMatch(/^WRONG {2}Folder: There is no folder \/nowhere\/data\.$/m);
});
