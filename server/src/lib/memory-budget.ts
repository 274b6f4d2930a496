import { totalmem } from 'node:os';
import { createQueue } from './queue.ts';

const MB = 1024 * 1024;

/** Megabytes of memory of this machine, or of this process's container. */
export const machineMemory = (): number => {
  const limit = process.constrainedMemory();
  return Math.floor((limit > 0 ? Math.min(limit, totalmem()) : totalmem()) / MB);
};

/** How the server divides memory; docs/performance.md has what each part was measured to take. */
export type MemoryBudget = {
  /** Megabytes for files that are read and photos that are decoded, all together. */
  heavyWork: number;
  /** Connections to the local PostgreSQL, each a process of 5 MB or more. */
  connections: number;
  /** The part of the usual room that bodies on their way have. */
  bodies: number;
  /** True if V8's heap is small, so slower (docs/decisions/0076-the-heap-and-the-memory.md). */
  smallHeap: boolean;
};

/** With 512 MB for everything an office must still work, if more slowly. */
const SMALL_MB = 1_024;

/** The budget of a machine with so many megabytes. */
export const memoryBudget = (memory: number): MemoryBudget =>
  memory < SMALL_MB
    ? { heavyWork: 150, connections: 10, bodies: 1 / 2, smallHeap: true }
    : { heavyWork: memory < 2 * SMALL_MB ? 250 : 400, connections: 16, bodies: 1, smallHeap: false };

/** The budget of this machine. */
export const BUDGET = memoryBudget(machineMemory());

const heavyWork = createQueue(BUDGET.heavyWork, Number.POSITIVE_INFINITY);

/**
 * Runs work that takes so many megabytes once they are free, in the order in which it was asked
 * for. Work that takes more than there are runs alone. Callers bound how much waits.
 */
export const withMemory = async <T>(megabytes: number, work: () => Promise<T>): Promise<T> => {
  const running = heavyWork(work, 0, Math.ceil(megabytes));
  if (!running) throw new Error('An endless queue was full');
  return running;
};
