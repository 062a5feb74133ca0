// Numbers in words: chances, lengths, lists. Everything about a rule comes from the engine; this is only how to say it.
import type { Happening } from './types';

/// A chance as percent. What is possible is never shown as nothing, and what is not certain never as certain.
export function percent(chance: number, digits = 1): string {
  if (chance <= 0) return '0 %';
  if (chance >= 1) return '100 %';
  const least = 10 ** -(digits + 2);
  if (chance < least) return chance < 0.0001 ? 'under 0.01 %' : `${(chance * 100).toFixed(2)} %`;
  if (chance > 1 - least) return chance > 0.9999 ? 'over 99.99 %' : `${(chance * 100).toFixed(2)} %`;
  return `${(chance * 100).toFixed(digits)} %`;
}

const SIMPLE: [number, number][] = [];
for (const of of [2, 3, 4, 5, 6, 8, 10, 12, 16, 20, 25, 36, 50, 100]) for (let n = 1; n < of; n++) if (of <= 10 || n === 1) SIMPLE.push([n, of]);

/// The nearest simple odds, "3 in 8"; empty where none is near.
export function simpleOdds(chance: number): string {
  let best = '';
  let error = 0.06; // of the chance itself
  for (const [n, of] of SIMPLE) {
    const e = Math.abs(n / of - chance) / Math.min(chance, 1 - chance);
    if (e < error - 1e-9) {
      error = e;
      best = `${Math.abs(n / of - chance) < 1e-9 ? '' : '≈ '}${n} in ${of}`;
    }
  }
  return best;
}

const PARTS: Record<number, string> = { 0: '', 1: '¼', 2: '½', 3: '¾' };

/// A length in the sheet's unit: inches in quarters, centimetres in tenths.
export function lengthText(tmm: number, unitTmm: number, word: string): string {
  const n = tmm / unitTmm;
  const isInch = word === 'in' || word === 'inch' || word === '″';
  if (!isInch) return `${(Math.round(n * 10) / 10).toString()} ${word}`;
  const quarters = Math.round(n * 4);
  const whole = Math.floor(quarters / 4);
  const part = PARTS[quarters % 4];
  return `${whole || !part ? whole : ''}${part}″`;
}

export const signed = (n: number): string => (n > 0 ? `+${n}` : n < 0 ? `−${-n}` : '0');
export const plural = (n: number, one: string, many = `${one}s`): string => `${n} ${n === 1 ? one : many}`;
export const capital = (s: string): string => s.charAt(0).toUpperCase() + s.slice(1);
export const joined = (parts: (string | undefined | null | false)[], by = ', '): string => parts.filter(Boolean).join(by);

/// The question in bold and the rest of it beside: split behind the first sentence.
export function headline(text: string): [string, string] {
  const m = /^(.+?[.?!])\s+(.+)$/s.exec(text);
  return m ? [m[1], m[2]] : [text, ''];
}

/// The throws of dice among some events. What changes a pile by its own clause is a card that was drawn, no throw.
export function throwsOf(events: readonly Happening[]): Happening[] {
  const piles = new Set(events.filter((e) => e.what === 'pile').map((e) => e.clause));
  return events.filter((e) => e.kind === 'roll' && !!e.faces?.length && !piles.has(e.clause));
}
