// How the values of an effect look in a bar: who is favoured, and how much, by pattern and by colour.
import type { Field, Share } from './types';

export interface Part extends Share {
  text: string;
  look: string;
}

const NEUTRAL = ['look-n0', 'look-n1', 'look-n2'];

/// The values from the best for `side` to the worst; what the engine does not judge keeps its order. What the engine judges
/// it judges for `actor`.
export function looked(field: Field, side: number, actor = side): Part[] {
  const ours = side === 1 ? 'b' : 'a';
  const theirs = side === 1 ? 'a' : 'b';
  const sign = actor === side ? 1 : -1;
  const good = (v: Share) => sign * (v.favours ?? 0);
  const isJudged = field.values.some((v) => good(v) !== 0);
  const sorted = isJudged ? [...field.values].sort((x, y) => good(y) - good(x)) : field.values;
  return sorted.map((v, i) => {
    const f = good(v);
    const look = !isJudged ? NEUTRAL[i % 3] : f > 0 ? `look-${ours}${Math.min(2, f)}` : f < 0 ? `look-${theirs}${Math.min(2, -f)}` : 'look-n0';
    return { ...v, text: v.word ?? `${v.value}`, look };
  });
}

/// The field that says how it ends: of words the last that is good or bad for somebody, or else the last; otherwise the first
/// of numbers.
export function chief(fields: readonly Field[]): Field | undefined {
  const words = fields.filter((f) => f.values.some((v) => v.word !== undefined) && f.values.length > 1);
  const judged = words.filter((f) => f.values.some((v) => v.favours));
  return judged.at(-1) ?? words.at(-1) ?? fields.find((f) => f.values.length > 1) ?? fields[0];
}
