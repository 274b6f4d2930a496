import { createHash } from 'node:crypto';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Wait out the limits of connections, the pauses of an archive, or the start of a machine. */
const WAITS = /\/test\/(crash\/(postgres-hangs|archive)|ops\/running)\.test\.ts$/;

const draw = (seed: string, { moduleId }: TestSpecification): string =>
  createHash('sha1').update(`${seed} ${moduleId}`).digest('hex');

/**
 * Starts a file that mostly waits first: as the last of its group it would leave cores idle.
 * `SHUFFLE=7` in the environment draws another order of files, to find tests that depend on it:
 * `--sequence.shuffle` does nothing where a project has a sequencer of its own.
 */
export class WaitingFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const seed = process.env.SHUFFLE;
    const sorted = seed
      ? files.toSorted((one, other) => (draw(seed, one) < draw(seed, other) ? -1 : 1))
      : await super.sort(files);
    const { true: waiting = [], false: others = [] } = Object.groupBy(sorted, (file) =>
      WAITS.test(file.moduleId) ? 'true' : 'false',
    );
    const byProject = Map.groupBy(others, ({ project }) => project);
    return [...waiting, ...[...byProject.values()].flat()];
  }
}
