import { fillFolders } from './product.ts';

/** Runs before all journeys; what it answers with runs after them. */
export default fillFolders;
