import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Waits out the limits of connections, for half a minute in which it computes nothing. */
const WAITS = /\/postgres-hangs\.test\.ts$/;

/** Starts a file that mostly waits first: as the last of its project it would leave cores idle. */
export class WaitingFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const byProject = Map.groupBy(await super.sort(files), ({ project }) => project);
    return [...byProject.values()].flatMap((group) => {
      const { true: waiting = [], false: others = [] } = Object.groupBy(group, (file) =>
        WAITS.test(file.moduleId) ? 'true' : 'false',
      );
      return [...waiting, ...others];
    });
  }
}
