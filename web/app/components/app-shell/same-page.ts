/** The dashboard's addresses: the land side's menu names its own, and the sign-in leads everybody to the first. */
const DASHBOARDS = ['/dashboard', '/admin/dashboard'];

/** True where two paths open the same page of the menu. */
export const isSamePage = (one: string, other: string): boolean =>
  one === other || (DASHBOARDS.includes(one) && DASHBOARDS.includes(other));
