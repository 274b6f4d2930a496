import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { CLASS_IN_SHEET, CLASS_NAMED, styleClassOffences } from './style-classes.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'banbo-classes-'));
  plant('card.module.css', '.card {\n  gap: 0.5rem;\n\n  &:is(.wide) {\n    color: red;\n  }\n}\n');
  plant('layout.css', '/* .gone { */\n.stack .mantine-Input,\n:global(.other) {\n  display: grid;\n}\n');
});
afterEach(() => rmSync(root, { recursive: true }));

const plant = (path: string, text: string): void => {
  const file = join(root, 'web/app', path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
};

const page = (classes: string): string =>
  `import card from './card.module.css';\n\nexport const Page = () => <p className={${classes}.join()} />;\n`;

test.each([
  ['each by its name', "['stack', card.card, card.wide]"],
  ['by a name that is computed', "['stack', card[width]]"],
])('classes that are named %s are fine', (_how, classes) => {
  plant('page.tsx', page(classes));
  expect(styleClassOffences(root)).toEqual([]);
});

test.each([
  ['a class that the sheet lacks', "['stack', card.card, card.wide, card.narrow]", 'page.tsx:3', CLASS_IN_SHEET],
  ['a class of a module that nobody names', "['stack', card.card]", 'card.module.css:4', CLASS_NAMED],
  ['a class of a shared sheet that nobody names', '[card.card, card.wide]', 'layout.css:2', CLASS_NAMED],
])('caught: %s', (_what, classes, at, rule) => {
  plant('page.tsx', page(classes));
  expect(styleClassOffences(root)).toMatchObject([{ at: `web/app/${at}`, rule }]);
});
