import { setCompanyIn } from '../builders/company.ts';

/** Sets the demo's company in the database of a server that runs on the folder named to it. */
const [dataDir = ''] = process.argv.slice(2);
await setCompanyIn(dataDir);
