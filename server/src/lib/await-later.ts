/**
 * Lets work that has begun be awaited after something else was: where it is refused before, the process goes on, and the later
 * `await` gets the error. Without this, Node takes a refusal that nothing awaits yet for a fault and ends the process.
 */
export const awaitLater = <Work extends PromiseLike<unknown>>(work: Work): Work => {
  work.then(undefined, () => {});
  return work;
};
