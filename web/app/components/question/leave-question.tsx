import { type ReactNode, useEffect } from 'react';
import { useBlocker } from 'react-router';
import { Confirm } from './confirm.tsx';

type Props = {
  /** True if the page holds unsaved input; asked again at the moment of leaving. */
  isUnsaved: () => boolean;
  /** The words on the input that would be lost. */
  children: ReactNode;
};

/**
 * Asks before leaving a page with unsaved input: by a link, by Back, and by closing or reloading
 * the tab. Another part of the same page does not count. One per page, for all its forms: the
 * router hears only one.
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
    // Browsers do not keep a listening page for Back, so it listens only while input is unsaved.
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
