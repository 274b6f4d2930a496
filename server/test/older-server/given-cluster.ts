import type { TestProject } from 'vitest/node';

/** Gives the tests of another tree the cluster of those who run them. */
export const setup = (project: TestProject): void => project.provide('socketDir', process.env.OLDER_SOCKET ?? '');
