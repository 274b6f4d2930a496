export * from './agreement.ts';
export * from './defaults.ts';
export * from './endpoints.ts';
export * from './networks.ts';
export * from './own-facts.ts';
export * from './pay-to.ts';
export * from './schemas.ts';
