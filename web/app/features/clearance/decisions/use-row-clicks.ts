import { type RefObject, useEffect } from 'react';

/** Marks the links that open cases. */
export const CASE_LINK = 'data-case-link';
const LINKS = `a[${CASE_LINK}]`;

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.closest('input, textarea, select, [role="dialog"]') !== null;

/** The link that is `step` further than the one in focus, or the first. */
const linkAt = (box: HTMLElement, step: 1 | -1): HTMLElement | undefined => {
  const links = [...box.querySelectorAll<HTMLElement>(LINKS)];
  const now = links.indexOf(document.activeElement as HTMLElement);
  return now < 0 ? links[0] : links[now + step];
};

/** In a box with a list of cases, j and k go from one to the next and a click anywhere in a row opens it. */
export const useRowKeys = (box: RefObject<HTMLElement | null>): void => {
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target) || !box.current) return;
      if (event.key !== 'j' && event.key !== 'k') return;
      const link = linkAt(box.current, event.key === 'j' ? 1 : -1);
      if (!link) return;
      event.preventDefault();
      link.focus();
      link.scrollIntoView({ block: 'nearest' });
    };
    const click = (event: MouseEvent): void => {
      if (!(event.target instanceof HTMLElement) || event.target.closest('a, button')) return;
      event.target.closest('tbody tr')?.querySelector<HTMLElement>(LINKS)?.click();
    };
    const element = box.current;
    document.addEventListener('keydown', press);
    element?.addEventListener('click', click);
    return () => {
      document.removeEventListener('keydown', press);
      element?.removeEventListener('click', click);
    };
  }, [box]);
};
