// The log as one reads it: the steps of a game put together into headings and sentences. A sentence has the dice and the
// clauses of all that led to it, also where the engine tells it some answers later.
import type { Happening, Step } from './types';
import { throwsOf } from './words';

export interface Entry {
  key: string;
  kind: 'heading' | 'sentence';
  text: string;
  side: number;
  turn: number;
  n: number; // the step that tells it
  details: string[];
  throws: Happening[];
  counts: { value: number; clause: string; sets: boolean }[];
  clauses: string[];
  units: number[];
}

function entryOf(step: Step, text: string, kind: Entry['kind'], key: string): Entry {
  return { key, kind, text, side: step.side, turn: step.turn, n: step.n, details: [], throws: [], counts: [], clauses: [], units: [] };
}

function take(entry: Entry, events: readonly Happening[]): void {
  const units = new Set(entry.units);
  const notes = new Set(entry.clauses);
  for (const e of events) {
    if ((e.kind === 'add' || e.kind === 'set') && e.clause) entry.counts.push({ value: e.value ?? 0, clause: e.clause, sets: e.kind === 'set' });
    if (e.kind === 'note' && e.clause) notes.add(e.clause);
    for (const u of [e.who?.unit, e.at?.unit]) if (u !== undefined) units.add(u);
  }
  entry.throws.push(...throwsOf(events));
  entry.units = [...units];
  entry.clauses = [...notes];
}

/// Reads steps in order; can go on where it stopped.
export class Story {
  readonly entries: Entry[] = [];
  private waiting: Happening[] = [];
  private last = 0;

  add(steps: readonly Step[]): void {
    for (const step of steps) {
      if (step.n <= this.last) continue;
      this.last = step.n;
      this.tell(step);
    }
  }

  private tell(step: Step): void {
    let from = 0;
    let sentence: Entry | null = null;
    step.lines.forEach((line, i) => {
      const upto = line.upto ?? step.events.length;
      if (line.depth === 0) this.entries.push(entryOf(step, line.text, 'heading', `${step.n}.${i}`));
      else if (line.depth === 1 || !sentence) {
        sentence = entryOf(step, line.text, 'sentence', `${step.n}.${i}`);
        take(sentence, [...this.waiting, ...step.events.slice(from, upto)]);
        this.waiting = [];
        from = upto;
        this.entries.push(sentence);
      } else sentence.details.push(line.text);
    });
    if (sentence) take(sentence, step.events.slice(from));
    else this.waiting.push(...step.events);
  }
}
