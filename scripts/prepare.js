import { ensureInstalled } from './lib/install.js';
import { ensureWeb } from './lib/web.js';

// Runs before anything is installed: plain JavaScript for any Node from 18 on, without dependencies.
const ready = (await ensureInstalled()) && (process.argv.includes('--no-web') || (await ensureWeb()));
process.exit(ready ? 0 : 1);
