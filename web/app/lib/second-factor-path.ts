/** The page on which staff set up the second factor that their role needs, on their way to another. */
export const secondFactorPath = (target: string): string => `/second_factor?from=${encodeURIComponent(target)}`;
