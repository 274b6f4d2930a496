import toast from 'react-hot-toast';
import { afterEach, beforeEach } from 'vitest';
import { queryClient } from '~/lib/api/query-client.ts';
import { setSession } from '~/lib/session/session-store.ts';

// Runs before each test file; one worker shares its modules among many.
if (typeof document !== 'undefined') {
  // A page of a finished test may still ask for something. Its call stays without an answer, since
  // a failure would show in the next test.
  globalThis.fetch = () => new Promise(() => {});

  // happy-dom does not know the element, of which React would complain.
  const { createElement } = document;
  document.createElement = (name: string, options?: ElementCreationOptions) => {
    const element = createElement.call(document, name, options);
    if (name === 'search') Object.defineProperty(element, Symbol.toStringTag, { value: 'HTMLElement' });
    return element;
  };

  // Each test starts without a session, a cache, kept values and toasts.
  beforeEach(() => {
    setSession(null);
    queryClient.clear();
    sessionStorage.clear();
  });
}
afterEach(() => toast.remove());
