import { enableCompileCache } from 'node:module';
import { join } from 'node:path';

// A quarter of the work of starting is compiling the modules; it is kept for the next start. That
// works only for modules that are not loaded yet, hence the import below.
enableCompileCache(join(import.meta.dirname, '../../node_modules/.cache/compiled'));
await import('./serve.ts');
