import { expect, test } from 'vitest';
import { reachOf } from './code-reach.ts';

/** Which files import a file, at once or later. */
const IMPORTERS: Record<string, { importers?: string[]; dynamicImporters?: string[] }> = {
  '/web/app/lib/first.ts': { importers: ['/web/app/lib/second.ts'] },
  '/web/app/lib/second.ts': { importers: ['/web/app/routes/public/sos.tsx', '/web/app/routes/office/page.tsx'] },
  '/web/app/lib/later.ts': { dynamicImporters: ['/web/app/lib/second.ts'] },
  '/web/app/lib/around.ts': { importers: ['/web/app/lib/again.ts', '/web/app/routes/member/home.tsx'] },
  '/web/app/lib/again.ts': { importers: ['/web/app/lib/around.ts', '/web/app/routes/office/page.tsx'] },
  '/web/app/lib/listed.ts': { importers: ['/contract/src/index.ts', '/web/app/routes/office/layout.tsx'] },
  '/contract/src/index.ts': { importers: ['/web/app/routes/public/sos.tsx'] },
  '/web/app/routes/office/not-there.tsx': { dynamicImporters: ['/web/app/routes/elsewhere.tsx'] },
};
const context = {
  getModuleInfo: (id: string) => ({ importers: [], dynamicImporters: [], ...IMPORTERS[id] }),
} as unknown as Parameters<typeof reachOf>[1];

test.each([
  ['/web/app/lib/first.ts', 'visitors', 'a page of visitors imports what imports it'],
  ['/web/app/lib/later.ts', 'visitors', 'a page of visitors fetches it later'],
  ['/web/app/lib/around.ts', 'members', 'only members and the office import it, in a circle'],
  ['/web/app/lib/listed.ts', 'office', 'visitors import others of the same list'],
  ['/web/app/routes/office/not-there.tsx', 'office', 'a page is fetched by its address'],
])('%s is of the %s: %s', (id, reach) => expect(reachOf(id, context)).toBe(reach));
