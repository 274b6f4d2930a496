import toast from 'react-hot-toast';
import { afterEach, beforeEach } from 'vitest';
import { queryClient } from '~/lib/api/query-client.ts';
import { setSession } from '~/lib/session/session-store.ts';

// Runs before each test file; one worker shares its modules among many.
if (typeof document !== 'undefined') {
  // A finished test's page may still call. No answer comes, as a failure would show in the
  // next test. Tests replace this by their answers.
  globalThis.fetch = () => new Promise(() => {});

  // happy-dom does not know the element, of which React would complain.
  const { createElement } = document;
  document.createElement = (name: string, options?: ElementCreationOptions) => {
    const element = createElement.call(document, name, options);
    if (name === 'search') Object.defineProperty(element, Symbol.toStringTag, { value: 'HTMLElement' });
    return element;
  };

  // Each test has its own tab: no session, cache, kept values or toasts of another test.
  beforeEach(() => {
    setSession(null);
    queryClient.clear();
    sessionStorage.clear();
  });
}
afterEach(() => toast.remove());
