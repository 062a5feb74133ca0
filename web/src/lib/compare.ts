// What a card would change: the odds of the answers that are open without it and with it, side by side. The engine plays the
// card, or passes, on its own copy of the state and is put back; which answers a card changes is not known here.
import type { Engine } from './engine';
import type { Choice, Field, Odds } from './types';
import { chief } from './looks';

export interface Compared {
  text: string;
  side?: number; // whom it favours
  without: Field;
  with: Field;
}

const TRIED = 8; // answers whose odds are asked for
const SHOWN = 3;

const aimed = (choices: readonly Choice[]) => choices.filter((c) => c.target && (c.unit !== undefined || c.group !== undefined));

/// Does something with the engine and puts it back to where it was.
function aside<T>(engine: Engine, line: string | null, what: () => T, otherwise: T): T {
  const before = engine.bytes();
  try {
    if (line !== null && !engine.answer(line).ok) return otherwise;
    return what();
  } finally {
    engine.takeBytes(before);
  }
}

function oddsOf(engine: Engine, acts: readonly string[]): Map<string, Odds> {
  return new Map(acts.map((act): [string, Odds] => [act, engine.odds(act)]).filter(([, o]) => o.ok && !o.none && !!o.shares?.length));
}

const differs = (a: Field, b: Field) => a.values.length !== b.values.length || a.values.some((v, i) => v.value !== b.values[i].value || v.p !== b.values[i].p);

/// `pass` is the line that goes on without a card, where the question offers nothing else.
export function compared(engine: Engine, card: string, open: readonly Choice[], pass: string | undefined): Compared[] {
  const isOpen = aimed(open).length > 0;
  const instead = isOpen ? null : (pass ?? null);
  if (!isOpen && instead === null) return [];
  const listed = aside(engine, instead, () => aimed(engine.choices().choices), []);
  const texts = new Map(listed.map((c) => [c.act, c.text]));
  const kept = aside(engine, card, () => aimed(engine.choices().choices).filter((c) => texts.has(c.act)), []).slice(0, TRIED).map((c) => c.act);
  const without = aside(engine, instead, () => oddsOf(engine, kept), new Map<string, Odds>());
  const played = aside(engine, card, () => oddsOf(engine, kept), new Map<string, Odds>());
  const out: Compared[] = [];
  for (const [act, odds] of without) {
    const main = chief(odds.shares!);
    const other = played.get(act)?.shares?.find((f) => f.key === main?.key);
    if (main && other && differs(main, other)) out.push({ text: texts.get(act)!, side: odds.side, without: main, with: other });
  }
  return out.slice(0, SHOWN);
}
