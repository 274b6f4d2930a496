import { Box, Group } from '@mantine/core';
import { useLayoutEffect, useRef } from 'react';
import { Link } from 'react-router';
import styles from './part-links.module.css';
import { useHiddenSides } from './use-hidden-sides.ts';

type Props = {
  label: string;
  parts: readonly Part[];
  /** True in a page's head, where they need no line below them. */
  isInHead?: boolean;
};

type Part = { to: string; label: string; isOpen: boolean };

/**
 * The parts of a page, each at its own address, so that Back and shared links lead to the same one.
 * A narrow screen scrolls to the open one, and shows on which side there are more.
 */
export function PartLinks({ label, parts, isInHead = false }: Props) {
  const nav = useRef<HTMLElement>(null);
  const { before, after } = useHiddenSides(nav);
  const open = parts.find(({ isOpen }) => isOpen)?.to;
  useLayoutEffect(() => {
    const row = nav.current;
    const link = open && row?.querySelector<HTMLElement>('[aria-current]');
    if (!row || !link) return;
    const [around, own] = [row.getBoundingClientRect(), link.getBoundingClientRect()];
    row.scrollLeft += own.left + own.width / 2 - (around.left + around.width / 2);
  }, [open]);
  return (
    <Box
      component="nav"
      mb={isInHead ? 0 : 'lg'}
      data-in-head={isInHead || undefined}
      ref={nav}
      aria-label={label}
      className={styles.parts ?? ''}
      data-before={before || undefined}
      data-after={after || undefined}
    >
      <Group component="ul" gap={4} wrap="nowrap">
        {parts.map(({ to, label: name, isOpen }) => (
          <li key={to}>
            <Link to={to} aria-current={isOpen ? 'page' : undefined} preventScrollReset>
              {name}
            </Link>
          </li>
        ))}
      </Group>
    </Box>
  );
}
