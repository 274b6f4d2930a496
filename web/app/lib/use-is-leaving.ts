import { useContext, useSyncExternalStore } from 'react';
import { type Location, UNSAFE_DataRouterContext, UNSAFE_LocationContext } from 'react-router';

const isElsewhere = (next: Location, shown: Location): boolean =>
  next.pathname !== shown.pathname || next.search !== shown.search;

const followNothing = () => () => undefined;

/**
 * True from the choice of another address until the page of that address is drawn. Meanwhile the
 * page of the former one is still seen, and nothing on it may be pressed (common.md, rule 33).
 */
export const useIsLeaving = (): boolean => {
  // `useNavigation` and `useLocation` both change as late as the page does.
  const router = useContext(UNSAFE_DataRouterContext)?.router;
  const shown = (useContext(UNSAFE_LocationContext) as { location: Location } | null)?.location;
  const look = (): boolean =>
    router !== undefined &&
    shown !== undefined &&
    isElsewhere(router.state.navigation.location ?? router.state.location, shown);
  return useSyncExternalStore(router?.subscribe ?? followNothing, look, () => false);
};
