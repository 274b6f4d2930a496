import { ensureInstalled } from './lib/install.js';
import { ensureWeb } from './lib/web.js';

// Runs before anything is installed: plain JavaScript for Node 18 and later, no dependencies.
const isInstalled = await ensureInstalled();
const withoutWeb = process.argv.includes('--no-web');
const web = isInstalled && !withoutWeb ? await ensureWeb() : null;
// The one line on standard output: `npm start` takes it as the folder of the pages to serve.
if (web) console.log(web);
process.exitCode = isInstalled && (withoutWeb || web) ? 0 : 1;
