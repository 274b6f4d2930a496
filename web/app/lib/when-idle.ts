/** Does the work when the page is there and the browser has nothing better to do. */
export const whenIdle = (work: () => void): void => {
  // Safari has no idle callback.
  const wait = () => ('requestIdleCallback' in window ? requestIdleCallback(work) : setTimeout(work, 1000));
  if (document.readyState === 'complete') wait();
  else window.addEventListener('load', wait, { once: true });
};
