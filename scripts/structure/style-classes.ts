import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Offence } from './offences.ts';
import { pathsBelow } from './read-tree.ts';
import { resolveImport } from './resolve.ts';

export const CLASS_IN_SHEET = 'A class that a component names is in the style sheet.';
export const CLASS_NAMED = 'Every class of a style sheet is named by a component.';

const SHEET_IMPORT = /^import (\w+) from '([^']+\.module\.css)';/gm;
/** A rule's selectors, or an at-rule's name: the text before an opening brace. */
const BEFORE_BRACE = /[^{};]+(?=\{)/g;
const NOT_CLASSES = /\/\*[\s\S]*?\*\/|:global\([^)]*\)|url\("[^"]*"\)|\.mantine-[\w-]+|\.leaflet-[\w-]+/g;

const lineAt = (text: string, index: number): number => text.slice(0, index).split('\n').length;

const blank = (text: string): string => text.replace(/[^\n]/g, ' ');

/** The classes of a sheet, each with the line where it stands first. */
const classesOf = (sheet: string): Map<string, number> => {
  const classes = new Map<string, number>();
  const text = sheet.replace(NOT_CLASSES, blank);
  for (const before of text.matchAll(BEFORE_BRACE)) {
    if (before[0].trim().startsWith('@')) continue;
    for (const { 1: name = '', index } of before[0].matchAll(/\.([a-zA-Z][\w-]*)/g)) {
      if (!classes.has(name)) classes.set(name, lineAt(text, before.index + index));
    }
  }
  return classes;
};

/**
 * Classes that components name but their sheets lack, and classes of sheets that no component
 * names. A sheet that is no module names its classes for all, as words in quotes.
 */
export const styleClassOffences = (root: string): Offence[] => {
  if (!existsSync(join(root, 'web/app'))) return [];
  const paths = pathsBelow(root, 'web/app');
  const read = (path: string): string => readFileSync(join(root, path), 'utf8');
  const sheets = new Map(paths.filter((path) => path.endsWith('.css')).map((path) => [path, classesOf(read(path))]));
  const named = new Map<string, Set<string>>();
  const offences: Offence[] = [];
  const words = new Set<string>();
  for (const path of paths.filter((one) => /\.tsx?$/.test(one) && !/\.test\.tsx?$/.test(one))) {
    const text = read(path);
    for (const [quoted] of text.matchAll(/'[^'\n]*'|"[^"\n]*"|`[^`]*`/g)) {
      for (const word of quoted.match(/[\w-]+/g) ?? []) words.add(word);
    }
    for (const [, name = '', specifier = ''] of text.matchAll(SHEET_IMPORT)) {
      const target = resolveImport(path, specifier);
      const sheet = 'path' in target ? target.path : specifier;
      const seen = named.get(sheet) ?? new Set();
      named.set(sheet, seen);
      // A computed name may be any of the sheet's.
      if (text.includes(`${name}[`)) for (const one of sheets.get(sheet)?.keys() ?? []) seen.add(one);
      for (const { 1: one = '', index } of text.matchAll(new RegExp(`(?<![-./\\w])${name}\\.(\\w+)`, 'g'))) {
        seen.add(one);
        if (!sheets.get(sheet)?.has(one)) {
          offences.push({ at: `${path}:${lineAt(text, index)}`, rule: CLASS_IN_SHEET, detail: `${one}, ${sheet}` });
        }
      }
    }
  }
  for (const [sheet, classes] of sheets) {
    const users = sheet.endsWith('.module.css') ? named.get(sheet) : words;
    for (const [name, line] of classes) {
      if (!users?.has(name)) offences.push({ at: `${sheet}:${line}`, rule: CLASS_NAMED, detail: name });
    }
  }
  return offences;
};
