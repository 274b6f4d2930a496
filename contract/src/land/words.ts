/** The uses of land that a layout knows. */
export const LAND_USE_LABELS = {
  residential: 'Residential',
  commercial: 'Commercial',
  industrial: 'Industrial',
  agricultural: 'Agricultural',
  civic: 'Civic',
  mixed: 'Mixed',
} as const;
export type LandUse = keyof typeof LAND_USE_LABELS;
export const LAND_USES = Object.keys(LAND_USE_LABELS) as [LandUse, ...LandUse[]];

/** The kinds of customary owners, who hold the allodial title (Land Act, 2020 (Act 1036)). */
export const OWNER_KIND_LABELS = { stool: 'Stool', skin: 'Skin', clan: 'Clan', family: 'Family' } as const;
export type OwnerKind = keyof typeof OWNER_KIND_LABELS;
export const OWNER_KINDS = Object.keys(OWNER_KIND_LABELS) as [OwnerKind, ...OwnerKind[]];

/** The kinds of applications, which are also the ways in which tenancies come about. */
export const APPLICATION_KIND_LABELS = {
  new_purchase: 'New purchase',
  regularization: 'Regularization',
  transfer: 'Transfer',
  others: 'Others',
} as const;
export type ApplicationKind = keyof typeof APPLICATION_KIND_LABELS;
export const APPLICATION_KINDS = Object.keys(APPLICATION_KIND_LABELS) as [ApplicationKind, ...ApplicationKind[]];

/** How a tenant came to hold a plot. */
export const TENANCY_HOW_LABELS = { ...APPLICATION_KIND_LABELS, import: 'From the former register' } as const;
export type TenancyHow = keyof typeof TENANCY_HOW_LABELS;

/** Stands on every paper and page about land, since a secretariat's record gives no title. */
export const NOT_TITLE = 'A record of this office. It is not title to land.';
