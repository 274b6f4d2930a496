import fs from 'node:fs';
import type { PGlite } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';
import { halt } from './halt.ts';
import type { SpareSpace } from './spare-space.ts';

type Options = Parameters<NodeFS['init']>[1];

/** What is used of the engine's file system, whose types are not published. */
type Stream = { nfd: number; node: unknown };
type Internals = {
  tryFSOperation: <T>(operation: () => T) => T;
  realPath: (node: unknown) => string;
  stream_ops: {
    fsync?: (stream: Stream) => number;
    write: (stream: Stream, bytes: Int8Array, offset: number, length: number, position: number) => number;
  };
};

/** After these nothing about the disk can be relied on. */
const BROKEN = new Set(['EIO', 'EROFS', 'ENXIO', 'ENODEV', 'ESTALE', 'EBADF', 'EUCLEAN', 'UNKNOWN']);
const FULL = new Set(['ENOSPC', 'EDQUOT']);

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';

/**
 * Puts the data in a folder so that a commit is on the disk when it returns: the engine's own file system ignores
 * `fsync`. A broken disk ends the process, since the engine itself would go on or spin. A full one gives the engine an
 * error that it can roll back, and the write-ahead log, where it cannot, gets the spare space.
 */
export class DurableFs extends NodeFS {
  readonly #folder: string;
  readonly #spare: SpareSpace;

  constructor(folder: string, spare: SpareSpace) {
    super(folder);
    this.#folder = folder;
    this.#spare = spare;
  }

  override async init(pg: PGlite, options: Options): Promise<{ emscriptenOpts: Options }> {
    const { emscriptenOpts } = await super.init(pg, options);
    const preRun = [
      ...(emscriptenOpts.preRun ?? []),
      (module: { NODEFS: unknown }) => this.#makeDurable(module.NODEFS as Internals),
    ];
    return { emscriptenOpts: { ...emscriptenOpts, preRun } };
  }

  #makeDurable(internals: Internals): void {
    const attempt = internals.tryFSOperation.bind(internals);
    internals.tryFSOperation = (operation) => attempt(() => this.#orHalt(operation));
    internals.stream_ops.fsync = ({ nfd }) =>
      internals.tryFSOperation(() => {
        fs.fsyncSync(nfd);
        return 0;
      });
    internals.stream_ops.write = (stream, bytes, offset, length, position) =>
      internals.tryFSOperation(() => {
        const write = () => fs.writeSync(stream.nfd, bytes, offset, length, position);
        const isLog = () => internals.realPath(stream.node).includes('/pg_wal/');
        try {
          return write();
        } catch (error) {
          if (FULL.has(codeOf(error)) && isLog() && this.#spare.release()) return write();
          throw error;
        }
      });
  }

  #orHalt<T>(operation: () => T): T {
    try {
      return operation();
    } catch (error) {
      const code = codeOf(error);
      if (BROKEN.has(code)) return halt(`The disk of ${this.#folder} answered ${code}`);
      // The engine knows a full disk by this code only.
      if (FULL.has(code)) throw Object.assign(new Error('disk full'), { code: 'ENOSPC' });
      throw error;
    }
  }
}
