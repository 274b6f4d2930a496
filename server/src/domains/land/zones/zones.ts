import { zones } from '@banbo/contract';
import { audit } from '#domains/audit';
import { zoneTable } from './zones.repo.ts';

export const ZONES = { ...zones, table: zoneTable, audit };
