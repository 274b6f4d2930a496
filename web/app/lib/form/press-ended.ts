let isPressing = false;

const noteBegin = (): void => {
  isPressing = true;
};
const noteEnd = (): void => {
  isPressing = false;
};

if (typeof document !== 'undefined') {
  document.addEventListener('pointerdown', noteBegin, true);
  for (const end of ['pointerup', 'pointercancel']) document.addEventListener(end, noteEnd, true);
}

/**
 * Resolves when no mouse button or finger is down and the click has been told. A message that appears during a press moves the
 * button that is being pressed, and the click is lost.
 */
export const pressEnded = (): Promise<void> =>
  new Promise((resolve) => {
    if (!isPressing) return resolve();
    const end = (): void => {
      for (const name of ['pointerup', 'pointercancel']) document.removeEventListener(name, end, true);
      setTimeout(resolve);
    };
    for (const name of ['pointerup', 'pointercancel']) document.addEventListener(name, end, true);
  });
