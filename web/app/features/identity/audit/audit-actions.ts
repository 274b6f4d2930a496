import { AUDIT_ACTIONS, auditActionLabel, isAuditAction } from '@banbo/contract';

type Choice = { value: string; label: string };

const KNOWN: readonly Choice[] = Object.entries(AUDIT_ACTIONS).map(([value, label]) => ({ value, label }));

/** The actions to filter by. An unknown one from the address stays chosen, since older entries may have it. */
export const actionChoices = (chosen: string): Choice[] => [
  { value: '', label: 'Everything' },
  ...KNOWN,
  ...(chosen === '' || isAuditAction(chosen) ? [] : [{ value: chosen, label: auditActionLabel(chosen) }]),
];
