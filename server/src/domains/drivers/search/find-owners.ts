import { type OwnerSearch, ownersFoundBy } from './find-owners.repo.ts';
import { SEARCH_PREFIXES } from './search-prefixes.ts';

export { isOwnerSearch } from './find-owners.repo.ts';

/** Drivers whose code, mobile and names begin as typed in any usual spelling, as `ownersFoundBy` gives them. */
export const ownersFound = (search: OwnerSearch, most?: number) => ownersFoundBy(SEARCH_PREFIXES, search, most);
