import { existsSync, readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A place in a stack: a file's path or address, its line and its column. */
const PLACE = /((?:file:\/\/)?\/[^():\n]+):(\d+):(\d+)/g;

const maps = new Map<string, SourceMap | null>();

const mapOf = (file: string): SourceMap | null => {
  const known = maps.get(file);
  if (known !== undefined) return known;
  const map = existsSync(`${file}.map`) ? new SourceMap(JSON.parse(readFileSync(`${file}.map`, 'utf8'))) : null;
  maps.set(file, map);
  return map;
};

/**
 * Names the lines of the sources in an error's stack, where the program is bundled. Node's own
 * `--enable-source-maps` reads every map as the program starts, which takes 80 MB and a quarter of
 * the time; this reads one when an error that it stands in is logged.
 */
export const withSourceStack = <Thrown>(thrown: Thrown): Thrown => {
  if (!(thrown instanceof Error) || thrown.stack === undefined) return thrown;
  thrown.stack = thrown.stack.replace(PLACE, (place, named: string, line: string, column: string) => {
    const file = named.startsWith('file://') ? fileURLToPath(named) : named;
    const entry = mapOf(file)?.findEntry(Number(line) - 1, Number(column) - 1);
    if (!entry || !('originalSource' in entry)) return place;
    return `${resolve(dirname(file), entry.originalSource)}:${entry.originalLine + 1}:${entry.originalColumn + 1}`;
  });
  return thrown;
};
