// The sheets in our words, section by section in the order of play, as the engine has them.
import { SvelteMap } from 'svelte/reactivity';
import { Engine } from './engine';
import type { SheetText } from './types';

const kept = new SvelteMap<string, SheetText>();
const asked = new Set<string>();

/// A sheet; null until the engine is there.
export function sheetOf(id: string): SheetText | null {
  if (!kept.has(id) && !asked.has(id)) {
    asked.add(id);
    void Engine.shared().then((e) => kept.set(id, e.sheet(id)));
  }
  return kept.get(id) ?? null;
}
