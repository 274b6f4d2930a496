/** Tells by the time since the last sign of life whether a stream is lost. */
export const lostAfter = (ms: number, now = () => performance.now()) => {
  let last = now();
  return {
    heard: (): void => {
      last = now();
    },
    isLost: (): boolean => now() - last >= ms,
  };
};
