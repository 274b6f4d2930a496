import { existsSync, readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The end of a line of a stack: the line and the column in the file that stands before. */
const END = /:(\d+):(\d+)\)?$/;

const maps = new Map<string, SourceMap | null>();

const mapOf = (file: string): SourceMap | null => {
  const known = maps.get(file);
  if (known !== undefined) return known;
  const map = existsSync(`${file}.map`) ? new SourceMap(JSON.parse(readFileSync(`${file}.map`, 'utf8'))) : null;
  maps.set(file, map);
  return map;
};

/** A line of a stack, `at work (/srv/main.js:1:2)`, with the place in the source if known. */
const inSource = (line: string): string => {
  const [end, row, column] = END.exec(line) ?? [];
  if (end === undefined) return line;
  const from = line.search(/file:\/\/\/|\//);
  if (from === -1) return line;
  const named = line.slice(from, -end.length);
  const file = named.startsWith('file:') ? fileURLToPath(named) : named;
  const entry = mapOf(file)?.findEntry(Number(row) - 1, Number(column) - 1);
  if (!entry || !('originalSource' in entry)) return line;
  const source = resolve(dirname(file), entry.originalSource);
  const place = `${source}:${entry.originalLine + 1}:${entry.originalColumn + 1}`;
  return `${line.slice(0, from)}${place}${end.endsWith(')') ? ')' : ''}`;
};

/**
 * Names the lines of the sources in an error's stack, where the program is bundled. Node's own
 * `--enable-source-maps` reads every map as the program starts, which takes 80 MB and a fifth of
 * the time; this reads one when an error that it stands in is logged.
 */
export const withSourceStack = <Thrown>(thrown: Thrown): Thrown => {
  if (!(thrown instanceof Error) || thrown.stack === undefined) return thrown;
  thrown.stack = thrown.stack.split('\n').map(inSource).join('\n');
  return thrown;
};
