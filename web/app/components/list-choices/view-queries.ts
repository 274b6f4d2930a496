import { listSavedViews } from '@banbo/contract';
import { read } from '~/lib/query-client.ts';

export const viewsQuery = (screen: string) => read(listSavedViews, { query: { screen } });
