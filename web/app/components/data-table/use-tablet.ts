import { useSyncExternalStore } from 'react';

/** From the width at which rows are no cards any more up to that at which the menu stays beside the page. */
const TABLET = '(48rem <= width < 64rem)';

const subscribe = (onChange: () => void): (() => void) => {
  const query = matchMedia(TABLET);
  query.addEventListener('change', onChange);
  return () => query.removeEventListener('change', onChange);
};

/** True while the screen has a tablet's width, where a table has the least room for its columns. */
export const useTablet = (): boolean => useSyncExternalStore(subscribe, () => matchMedia(TABLET).matches);
