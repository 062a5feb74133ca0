// The engine's luck account laid out for a table: the rows of both sides beside each other.
import type { LuckRow } from './types';

export interface LuckPair {
  key: string;
  kind: string;
  clause?: string; // missing: all throws of the kind
  sides: [LuckRow | undefined, LuckRow | undefined];
}

/// Pairs by clause and kind, those with the most dice first, and the totals last.
export function luckPairs(rows: readonly LuckRow[]): LuckPair[] {
  const pairs = new Map<string, LuckPair>();
  for (const row of rows) {
    const key = `${row.clause ?? ''} ${row.kind} ${row.low}`;
    const pair = pairs.get(key) ?? { key, kind: row.kind, clause: row.clause, sides: [undefined, undefined] };
    pair.sides[row.side] = row;
    pairs.set(key, pair);
  }
  const dice = (p: LuckPair) => p.sides.reduce((n, s) => n + (s?.dice ?? 0), 0);
  const isTotal = (p: LuckPair) => Number(p.clause === undefined);
  return [...pairs.values()].sort((a, b) => isTotal(a) - isTotal(b) || dice(b) - dice(a));
}
