import type { TestProject } from 'vitest/node';
import { setupOn } from './setup-on.ts';

/** The API suite on the PostgreSQL that is installed with the product. */
export const setup = (project: TestProject): Promise<() => Promise<void>> => setupOn(project);
