import { renderToString } from 'react-dom/server';
import { createRoutesStub } from 'react-router';
import { expect, test } from 'vitest';
import { ErrorScreen } from './error-screen.tsx';

const shown = (error: unknown): string => {
  const Stub = createRoutesStub([{ id: 'page', path: '/', Component: () => null, ErrorBoundary: ErrorScreen }]);
  return renderToString(<Stub hydrationData={{ errors: { page: error } }} />);
};

test('what went wrong is told, with a way to try again', () => {
  const screen = shown(new Error('The prices did not come.'));
  expect(screen).toContain('Something went wrong:');
  expect(screen).toContain('The prices did not come.');
  expect(screen).toContain('Try again');
});

test('what is no error at all is told as such', () => {
  expect(shown('nonsense')).toContain('Unknown error');
});
