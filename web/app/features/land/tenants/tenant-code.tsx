/** A tenant's code, which is read and copied as one word and does not break at its hyphens. */
export const TenantCode = ({ code }: { code: string }) => <span style={{ whiteSpace: 'nowrap' }}>{code}</span>;
