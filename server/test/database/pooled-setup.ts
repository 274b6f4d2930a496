import type { TestProject } from 'vitest/node';
import { setupOn } from './setup-on.ts';

/** API tests through PgBouncer in transaction mode. */
export const setup = (project: TestProject): Promise<() => Promise<void>> => setupOn(project, { isPooled: true });
