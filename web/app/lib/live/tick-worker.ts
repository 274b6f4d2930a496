/** A wait that the page asks for by a number of its own, or gives up. */
type Asked = { wait: number; ms: number } | { leave: number };

const timers = new Map<number, ReturnType<typeof setTimeout>>();

self.addEventListener('message', ({ data }: MessageEvent<Asked>) => {
  if ('leave' in data) {
    clearTimeout(timers.get(data.leave));
    timers.delete(data.leave);
    return;
  }
  const { wait, ms } = data;
  const end = (): void => {
    timers.delete(wait);
    self.postMessage(wait);
  };
  timers.set(wait, setTimeout(end, ms));
});
