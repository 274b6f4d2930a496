import '@testing-library/jest-dom/vitest';
import { cleanup, render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, type RouteObject, RouterProvider } from 'react-router';
import { onTestFinished } from 'vitest';

type Address = string | { pathname: string; search?: string; state?: unknown };

/** Opens the last of these addresses, those before being the history, and gives the router and a person's hands. */
export const openPage = (routes: RouteObject[], ...addresses: [Address, ...Address[]]) => {
  const router = createMemoryRouter(routes, { initialEntries: addresses });
  render(<RouterProvider router={router} />);
  onTestFinished(cleanup);
  return { router, user: userEvent.setup() };
};
