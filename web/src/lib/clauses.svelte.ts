// The clauses of a sheet in our words, asked for once and kept.
import { SvelteMap } from 'svelte/reactivity';
import { Engine } from './engine';
import type { Clause } from './types';

const kept = new SvelteMap<string, Clause>();
const asked = new Set<string>();

/// What a clause says; null until it is known.
export function clauseOf(sheet: string, id: string): Clause | null {
  const key = `${sheet}/${id}`;
  if (!kept.has(key) && !asked.has(key)) {
    asked.add(key);
    Engine.shared().then(
      (e) => kept.set(key, e.clause(sheet, id)),
      () => kept.set(key, { id, text: 'This clause could not be looked up.' }),
    );
  }
  return kept.get(key) ?? null;
}
