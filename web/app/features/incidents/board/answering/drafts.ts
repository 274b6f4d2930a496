import { useEffect } from 'react';
import { hasTexts } from '~/lib/browser-storage.ts';
import { useSession } from '~/lib/session/session-store.ts';
import { inTab } from '~/lib/use-kept.ts';

type Texts = Record<string, string>;

type DraftedForm<V extends Texts> = { values: V; setValues: (values: Partial<V>) => void };

/**
 * Keeps what is typed into a form in this tab, over another choice, a reload and a session that
 * ended, until it is sent. Returns the way to drop it.
 */
export const useBoardDraft = <V extends Texts>(of: string, { values, setValues }: DraftedForm<V>): (() => void) => {
  const name = `banbo.board.${useSession()?.user ?? ''}.${of}`;
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is read once, as its form opens
  useEffect(() => {
    const kept = inTab(name).read();
    if (hasTexts(kept, Object.keys(values))) setValues(kept as V);
  }, [name]);
  const text = JSON.stringify(values);
  const isEmpty = Object.values(values).every((one) => one === '');
  useEffect(() => {
    if (isEmpty) inTab(name).drop();
    else inTab(name).write(JSON.parse(text) as Texts);
  }, [name, text, isEmpty]);
  return () => inTab(name).drop();
};
