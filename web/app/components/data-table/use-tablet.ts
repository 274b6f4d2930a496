import { useMediaQuery } from '@mantine/hooks';

/** From the width at which rows are no cards any more up to that at which the menu stays beside the page. */
const TABLET = '(48rem <= width < 64rem)';

/** True while the screen has a tablet's width, where a table has the least room for its columns. */
export const useTablet = (): boolean => useMediaQuery(TABLET, undefined, { getInitialValueInEffect: false });
