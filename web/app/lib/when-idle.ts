/** Runs `work` when the page has loaded and the browser is idle. */
export const whenIdle = (work: () => void): void => {
  // Safari has no idle callback.
  const wait = () => ('requestIdleCallback' in window ? requestIdleCallback(work) : setTimeout(work, 1000));
  if (document.readyState === 'complete') wait();
  else window.addEventListener('load', wait, { once: true });
};
