import '@testing-library/jest-dom/vitest';
import { configure, render } from '@testing-library/react';
import userEvent, { PointerEventsCheckLevel } from '@testing-library/user-event';
import type { ComponentType } from 'react';
import { createMemoryRouter, Outlet, parsePath, type RouteObject, RouterProvider } from 'react-router';

// A busy machine may load a page's code late.
configure({ asyncUtilTimeout: 10_000 });

type Address = string | { pathname: string; search?: string; state?: unknown };

/** Does not ask happy-dom, which has no style sheet, whether a pointer reaches an element. */
const HANDS = { pointerEventsCheck: PointerEventsCheckLevel.Never };

let lastKey = 0;

/** An entry of the history with a key of its own, as browsers give it: kept places go by it. */
const entryOf = (address: Address) => {
  lastKey += 1;
  return { ...(typeof address === 'string' ? parsePath(address) : address), key: `entry-${lastKey}` };
};

/** Opens the last address with the others as history; returns the router and the person's hands. */
export const openPage = (routes: RouteObject[], ...addresses: [Address, ...Address[]]) => {
  const router = createMemoryRouter(routes, { initialEntries: addresses.map(entryOf) });
  render(<RouterProvider router={router} />);
  return { router, user: userEvent.setup(HANDS) };
};

/** Pages with what shows their toasts, as the root has it. */
export const underToasts = (Toasts: ComponentType, children: RouteObject[]): RouteObject[] => [
  {
    element: (
      <>
        <Toasts />
        <Outlet />
      </>
    ),
    children,
  },
];
