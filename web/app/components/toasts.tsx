import { useEffect, useLayoutEffect, useRef } from 'react';
import toast, { type Toast, ToastBar, Toaster, useToasterStore } from 'react-hot-toast';
import { useLocation } from 'react-router';

/** The library's own durations: 2 s for success, 4 s for others; loading ones stay. */
export const TOAST_OPTIONS = { className: 'toast' } as const;

/** Below the header, whose menu button must stay in reach. */
const BELOW_HEADER = { top: 'calc(var(--header-height) + 0.5rem)' };

/** Ends old toasts on submit: an old refusal must not stand above the next result. */
const useEndWithSubmit = (): void => {
  useEffect(() => {
    const dismiss = () => toast.dismiss();
    document.addEventListener('submit', dismiss, { capture: true });
    return () => document.removeEventListener('submit', dismiss, { capture: true });
  }, []);
};

/** Milliseconds: an older error did not cause the move. */
const OLD_MS = 1_000;

/** The library numbers toasts. Named ones are the queue's, whose refusals belong to no page. */
const isErrorOfPage = ({ type, id, createdAt }: Toast): boolean =>
  type === 'error' && /^\d+$/.test(id) && Date.now() - createdAt > OLD_MS;

/**
 * A toast lasts into the next page, to which its subject often leads. An error ends with its page.
 */
const useEndWithSecondMove = (): void => {
  const { pathname } = useLocation();
  const { toasts } = useToasterStore();
  const moved = useRef<{ to: string; with: string[] }>({ to: pathname, with: [] });
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a move ends toasts
  useEffect(() => {
    if (moved.current.to === pathname) return;
    const ended = toasts.filter((one) => moved.current.with.includes(one.id) || isErrorOfPage(one));
    for (const { id } of ended) toast.dismiss(id);
    moved.current = { to: pathname, with: toasts.map(({ id }) => id) };
  }, [pathname]);
};

/** Messages at the top centre, each with a button that closes it. */
export default function Toasts() {
  useEndWithSubmit();
  useEndWithSecondMove();
  return (
    <section aria-label="Messages">
      <Toaster position="top-center" containerStyle={BELOW_HEADER} toastOptions={TOAST_OPTIONS}>
        {(shown) => (
          <ToastBar toast={shown}>
            {({ icon, message }) => (
              <>
                {icon}
                {message}
                {shown.type !== 'loading' && <Dismiss id={shown.id} />}
              </>
            )}
          </ToastBar>
        )}
      </Toaster>
    </section>
  );
}

/** The library pauses toasts only for the pointer, so the focus is reported as one. */
const tellPointer = (at: Element | null | undefined, type: 'mouseover' | 'mouseout'): void =>
  void at?.dispatchEvent(new MouseEvent(type, { bubbles: true }));

/**
 * Closes a toast. A press does not move the focus; the keyboard's focus returns to where it was.
 * Toasts stay while the pointer or the focus is on one.
 */
function Dismiss({ id }: { id: string }) {
  const before = useRef<EventTarget | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  const giveFocusBack = () => before.current instanceof HTMLElement && before.current.focus();
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the toast goes
  useLayoutEffect(() => {
    const own = button.current;
    const toaster = own?.closest('[data-rht-toaster]');
    return () => {
      if (document.activeElement === own) giveFocusBack();
      // The library misses that a toast under the pointer is gone, and would keep all later ones.
      tellPointer(toaster, 'mouseout');
    };
  }, []);
  return (
    <button
      ref={button}
      type="button"
      className="toast-dismiss"
      aria-label="Dismiss the message"
      onMouseDown={(event) => event.preventDefault()}
      onFocus={({ relatedTarget, currentTarget }) => {
        before.current = relatedTarget;
        tellPointer(currentTarget, 'mouseover');
      }}
      onBlur={({ currentTarget }) => tellPointer(currentTarget, 'mouseout')}
      onClick={() => {
        toast.dismiss(id);
        giveFocusBack();
      }}
    >
      <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true">
        <path d="M6 6l12 12M18 6L6 18" stroke="currentColor" strokeWidth="2" />
      </svg>
    </button>
  );
}
