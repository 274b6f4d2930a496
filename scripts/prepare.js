import { ensureServer, ensureWeb } from './lib/builds.js';
import { ensureInstalled } from './lib/install.js';

// Runs before anything is installed: plain JavaScript for Node 18 and later, no dependencies.
// Prints lines for a shell to read: the folders of what was built, or the end of the command.
const quoted = (/** @type {string} */ text) => `'${text.replaceAll("'", `'\\''`)}'`;

const prepare = async () => {
  if (!(await ensureInstalled())) return ['exit 1'];
  if (process.argv.includes('--no-builds')) return [];
  const withoutWeb = process.argv.includes('--no-web');
  const [server, web] = await Promise.all([ensureServer(), withoutWeb ? '' : ensureWeb()]);
  if (server === null || web === null) return ['exit 1'];
  return [`export SERVER_BUILD=${quoted(server)}`, ...(web ? [`export WEB_BUILD=${quoted(web)}`] : [])];
};

const lines = await prepare();
console.log(lines.join('\n'));
process.exitCode = lines[0] === 'exit 1' ? 1 : 0;
