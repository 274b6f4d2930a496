import { renderToString } from 'react-dom/server';
import { MemoryRouter } from 'react-router';

/** The result of a hook at its first render, within a router and before any effect. */
export const firstRenderOf = <T,>(useHook: () => T): T => {
  const results: T[] = [];
  function Caller() {
    results.push(useHook());
    return null;
  }
  renderToString(
    <MemoryRouter>
      <Caller />
    </MemoryRouter>,
  );
  const [first] = results;
  if (first === undefined) throw new Error('The hook was not called');
  return first;
};
