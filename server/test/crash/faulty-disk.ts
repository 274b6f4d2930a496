import fs from 'node:fs';
import { open } from 'node:fs/promises';

/**
 * Loaded into a server before it starts, to let its disk fail when told by message: `broken` answers EIO to whatever is
 * written, `full` answers ENOSPC to whatever would make a file of DATA_DIR grow, `sound` is what it starts as.
 */
export type Disk = 'sound' | 'broken' | 'full';

let disk: Disk = 'sound';
process.on('message', (state: Disk) => {
  disk = state;
  process.send?.(state);
});
// Being told is no reason to stay alive, and a server whose test is gone has none.
process.channel?.unref();
process.on('disconnect', () => process.exit());

const fail = (code: string): never => {
  throw Object.assign(new Error(`${code}: injected`), { code, syscall: 'write' });
};

const ofDatabase = (file: number): boolean => fs.readlinkSync(`/proc/self/fd/${file}`).includes('/database/');

const { writeSync, fsyncSync } = fs;

const write = (file: number, bytes: NodeJS.ArrayBufferView, offset: number, length: number, position: number) => {
  if (disk === 'broken' && ofDatabase(file)) fail('EIO');
  if (disk === 'full' && ofDatabase(file) && position + length > fs.fstatSync(file).size) fail('ENOSPC');
  return writeSync(file, bytes, offset, length, position);
};
const flush = (file: number): void => {
  if (disk === 'broken' && ofDatabase(file)) fail('EIO');
  fsyncSync(file);
};
Object.assign(fs, { writeSync: write, fsyncSync: flush });

// Photos are written through handles, whose class has no name to import.
const handle = await open('/dev/null');
const proto = Object.getPrototypeOf(handle) as { writeFile: (...given: unknown[]) => Promise<void> };
await handle.close();
const { writeFile } = proto;
proto.writeFile = async function writeWhileThereIsRoom(...given) {
  if (disk === 'full') fail('ENOSPC');
  return writeFile.apply(this, given);
};
