// Runs in a browser's page, before the page's own scripts.
const times = {};
globalThis.visitTimes = times;

const { document } = globalThis;
const FIELDS = 'main form :is(input, select, textarea):not([type=hidden], [readonly])';
const isShown = (element) => Boolean(element?.getClientRects().length);
// React marks the elements that it has taken over; text typed before may be lost.
const isTakenOver = (field) => Object.keys(field).some((key) => key.startsWith('__react'));

const look = () => {
  if (isShown(document.querySelector('main h1'))) times.heading ??= performance.now() / 1000;
  const first = [...document.querySelectorAll(FIELDS)].find(isShown);
  if (first && !first.matches(':disabled') && isTakenOver(first)) times.usable = performance.now() / 1000;
  else setTimeout(look, 20);
};
look();
