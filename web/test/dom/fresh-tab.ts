import { DEFAULT_PRICES } from '@banbo/contract';
import toast from 'react-hot-toast';
import { afterAll, afterEach, beforeEach, vi } from 'vitest';
import { yearPrices } from '~/components/site/site-info.ts';
import { site } from '~/lib/api/known-site.ts';
import { queryClient } from '~/lib/api/query-client.ts';
import { setSession } from '~/lib/session/session-store.ts';
import { COMPANY } from '../builders/company.ts';

// Runs before each test file; one worker shares its modules and its window among many.
if (typeof document !== 'undefined') {
  const { cleanup } = await import('@testing-library/react');

  // A finished test's page may still call. No answer comes, as a failure would show in the
  // next test. Tests replace this by their answers.
  globalThis.fetch = () => new Promise(() => {});

  // Pages load no style sheet here but Mantine's for screens of a width, so the inline style is
  // the answer. happy-dom answers for `html` (its text size), `dialog` (hidden while closed) and
  // what a width hides: a look for a role asks of each element whether it is shown, and happy-dom's
  // answers took a fifth of the time of all tests of pages.
  const { getComputedStyle } = window;
  const hasStyles = (element: Element) =>
    ['HTML', 'DIALOG'].includes(element.tagName) || /mantine-(visible|hidden)-from/.test(element.className);
  window.getComputedStyle = (element) =>
    element instanceof HTMLElement && !hasStyles(element) ? element.style : getComputedStyle(element);

  // happy-dom does not know the element, of which React would complain.
  const { createElement } = document;
  document.createElement = (name: string, options?: ElementCreationOptions) => {
    const element = createElement.call(document, name, options);
    if (name === 'search') Object.defineProperty(element, Symbol.toStringTag, { value: 'HTMLElement' });
    return element;
  };

  // happy-dom opens the address of a link that a browser would save, and stays there for all
  // tests after it.
  const click = HTMLElement.prototype.click;
  HTMLAnchorElement.prototype.click = function saveOrFollow() {
    if (!this.hasAttribute('download')) click.call(this);
  };

  // Dialogs are there at once: while one fades in, its words count as hidden. happy-dom's settings
  // are no part of the browser's types.
  const { happyDOM } = window as unknown as { happyDOM: { settings: { device: { prefersReducedMotion: string } } } };
  happyDOM.settings.device.prefersReducedMotion = 'reduce';

  const { innerWidth } = window;

  // Each test has its own tab: no session, cache, kept values or toasts of another test. Settings
  // and prices are read already, and are the built-in ones.
  beforeEach(() => {
    setSession(null);
    queryClient.clear();
    sessionStorage.clear();
    localStorage.clear();
    window.innerWidth = innerWidth;
    Object.assign(site, { current: COMPANY, asked: true });
    Object.assign(yearPrices, { current: DEFAULT_PRICES, asked: true });
  });
  afterEach(cleanup);
  afterAll(() => {
    window.innerWidth = innerWidth;
    window.getComputedStyle = getComputedStyle;
    document.createElement = createElement;
    HTMLAnchorElement.prototype.click = click;
  });
}
afterEach(() => toast.remove());
// Held clocks, spies and stubs end with their file.
afterAll(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});
