import { type ReactNode, useEffect } from 'react';
import { useBlocker } from 'react-router';
import { Confirm } from './confirm.tsx';

type Props = {
  /** Says whether the page holds values that are typed and not saved. It is asked again at the moment of leaving. */
  isUnsaved: () => boolean;
  /** Says what would be lost. */
  children: ReactNode;
};

/**
 * Asks before a page is left on which something is typed and not saved: by a link, by Back, and by the browser's own question when
 * the tab is closed or reloaded. Another part of the same page is no leaving. A page has one at most, which asks for all its forms:
 * the router hears one.
 */
export function LeaveQuestion({ isUnsaved, children }: Props) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => nextLocation.pathname !== currentLocation.pathname && isUnsaved(),
  );
  const hasUnsaved = isUnsaved();
  useEffect(() => {
    if (!hasUnsaved) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    // A page that listens is not kept for Back, so it listens only while there is something to lose.
    return () => window.removeEventListener('beforeunload', ask);
  }, [hasUnsaved]);
  return (
    <Confirm
      opened={blocker.state === 'blocked'}
      title="Leave without saving?"
      action="Leave"
      danger
      busy={false}
      onConfirm={() => blocker.proceed?.()}
      onClose={() => blocker.reset?.()}
    >
      {children}
    </Confirm>
  );
}
