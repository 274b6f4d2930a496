import { fillFolders } from './product.ts';

/** Runs before all journeys; the function that it returns runs after them. */
export default fillFolders;
