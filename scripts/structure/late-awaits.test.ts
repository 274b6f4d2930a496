import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { ATTACHED_AT_ONCE, lateAwaitOffences, lateAwaitsIn } from './late-awaits.ts';

const inFunction = (body: string): string => `export const run = async () => {\n${body}\n};`;
const caught = (body: string): string[] => lateAwaitsIn('a.ts', inFunction(body)).map(({ name }) => name);

test.each([
  [
    'several in an array',
    'const settled = [pay(), pay()]; await capture(); await Promise.allSettled(settled);',
    'settled',
  ],
  ['one call', 'const running = run(); await expect.poll(count).toBe(1); await running;', 'running'],
  ['a query', 'const late = db.transaction().execute(work); await ready; await late;', 'late'],
  ['a chain', 'const done = ask().finally(stop); await other(); await done;', 'done'],
  ['an expectation', 'const refused = expect(call()).rejects.toThrow(); await pass(30); await refused;', 'refused'],
  ['what an expectation awaits', 'const paid = pay(); await pass(30); await expect(paid).resolves.toBe(1);', 'paid'],
  ['a promise of its own', 'const end = new Promise((_, reject) => listen(reject)); await go(); await end;', 'end'],
  ['the second of two', 'const one = ask(); const two = ask(); await one; await two;', 'two'],
  ['one of a pair', 'const [one, two] = [ask(), ask()]; await one; await Promise.all([one, two]);', 'two'],
  ['all of a list', 'const callers = list.map(call); await wait(); await Promise.all(callers);', 'callers'],
  ['an answer that is read', 'const sent = send(); await other(); expect((await sent).status).toBe(200);', 'sent'],
  ['a wait in a branch', 'const sent = send(); if (late) await other(); await sent;', 'sent'],
  ['a wait in a loop', 'const sent = send(); while (!over) await look(); await sent;', 'sent'],
  ['a handler that comes late', 'const sent = send(); await other(); sent.catch(note);', 'sent'],
])('caught: a promise that is awaited after something else: %s', (_name, body, name) => {
  expect(caught(body)).toEqual([name]);
});

test.each([
  ['what is awaited at once', 'const one = ask(); await one; await other();'],
  ['what is awaited with the others', 'const one = ask(); await Promise.all([one, other()]);'],
  ['what is never refused', 'const both = Promise.allSettled([ask(), ask()]); await other(); await both;'],
  ['what has its handler', 'const one = ask().catch(note).finally(stop); await other(); await one;'],
  ['what has both its handlers', 'const one = ask().then(read, note); await other(); await one;'],
  [
    'a promise that can only be fulfilled',
    'const end = new Promise((resolve) => listen(resolve)); await go(); await end;',
  ],
  ['what is said to be awaited later', 'const one = awaitLater(ask()); await other(); await one;'],
  ['what was handed on', 'const one = ask(); keep(one); await other(); await one;'],
  ['values', 'const name = nameOf(it); await save(name); expect(name).toBe("AMA");'],
  [
    'what another function awaits',
    'const end = once(it); onEnd(async () => { await end; }); await other(); await end;',
  ],
  ['another function’s wait', 'const one = ask(); const other = async () => { await two(); }; await one;'],
])('left alone: %s', (_name, body) => {
  expect(caught(body)).toEqual([]);
});

test('an offence names its file, line and promise, in the product, its tests and its tools', () => {
  const root = mkdtempSync(join(tmpdir(), 'banbo-late-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  for (const room of ['server', 'bench', 'e2e']) {
    mkdirSync(join(root, room));
    writeFileSync(join(root, room, 'a.test.ts'), inFunction('const one = ask();\nawait other();\nawait one;'));
  }
  expect(lateAwaitOffences(root)).toEqual(
    ['server', 'e2e', 'bench'].map((room) => ({ at: `${room}/a.test.ts:2`, rule: ATTACHED_AT_ONCE, detail: 'one' })),
  );
});
