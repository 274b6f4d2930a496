import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { withSourceStack } from './source-stack.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'banbo-stack-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

test('the stack of a bundled program names the line of its source', async () => {
  const source = join(folder, 'thrower.ts');
  writeFileSync(
    source,
    '/** A comment. */\ntype Sum = number;\n\nexport const fail = (): Sum => {\n  throw new Error("no");\n};\n',
  );
  writeFileSync(
    join(folder, 'main.ts'),
    'import { fail } from "./thrower.ts";\ntry { fail(); } catch (e) { console.log(e.stack); }\n',
  );
  const bundle = await rolldown({ cwd: folder, input: 'main.ts', platform: 'node' });
  await bundle.write({ dir: join(folder, 'build'), sourcemap: true, minify: true });
  const stack = execFileSync(process.execPath, [join(folder, 'build/main.js')], { encoding: 'utf8' });
  expect(stack).not.toContain('thrower.ts');
  const thrown = Object.assign(new Error('no'), { stack });
  expect(withSourceStack(thrown).stack).toContain(`${source}:5:`);
});

test('a stack without a map, and something else that was thrown, stay as they are', () => {
  const error = new Error('no');
  const { stack } = error;
  expect(withSourceStack(error).stack).toBe(stack);
  expect(withSourceStack('thrown')).toBe('thrown');
});
