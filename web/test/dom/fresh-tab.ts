import toast from 'react-hot-toast';
import { afterEach, beforeEach } from 'vitest';
import { queryClient } from '~/lib/api/query-client.ts';
import { setSession } from '~/lib/session/session-store.ts';

// Runs before each test file; one worker shares its modules among many.
if (typeof document !== 'undefined') {
  // A page that a finished test left behind may still ask for something. Its call must stay without an answer: a failure
  // would show in the middle of the next test. Tests give the answers themselves, in place of this.
  globalThis.fetch = () => new Promise(() => {});

  // happy-dom does not know the element, of which React would complain.
  const { createElement } = document;
  document.createElement = (name: string, options?: ElementCreationOptions) => {
    const element = createElement.call(document, name, options);
    if (name === 'search') Object.defineProperty(element, Symbol.toStringTag, { value: 'HTMLElement' });
    return element;
  };

  // Each test has a tab of its own: without a session, a cache, kept values, and toasts of another test.
  beforeEach(() => {
    setSession(null);
    queryClient.clear();
    sessionStorage.clear();
  });
}
afterEach(() => toast.remove());
