// A battle played again in the browser: every answer of a record through the engine once, so that any moment can be shown
// and curves can be drawn. The account of it, luck and turning points, is the engine's.
import type { ReplayInfo } from './api';
import { Engine, READER_ALL } from './engine';
import type { Account, Battle, State, Step } from './types';

const KEY_EVERY = 16; // steps between kept states

export interface Mark {
  step: number;
  turn: number;
  kind: 'rout' | 'flag';
  side: number; // who lost the unit, or who took the place
  text: string;
  weight: number;
}

export interface Sample {
  turn: number;
  step: number;
  lost: [number, number];
  held: [number, number];
}

export class Replay {
  battle = $state.raw<Battle | null>(null);
  state = $state.raw<State | null>(null);
  steps = $state.raw<Step[]>([]);
  at = $state(0); // how many answers have been given
  samples = $state.raw<Sample[]>([]);
  marks = $state.raw<Mark[]>([]);
  end = $state.raw<State | null>(null);
  account = $state.raw<Account>({ turning_points: [], luck: [] });
  fault = $state('');

  private engine: Engine | null = null;
  private lines: string[] = [];
  private keys: Uint8Array[] = []; // states before steps 0, 16, 32 …
  private shown = -1;

  get length(): number {
    return this.lines.length;
  }

  async open(info: ReplayInfo): Promise<void> {
    const engine = await Engine.load();
    engine.open(info.rules, info.scenario, info.house);
    this.engine = engine;
    this.lines = info.lines;
    this.battle = engine.battle();
    const begun = engine.begin(READER_ALL);
    let state = engine.state(READER_ALL);
    const steps: Step[] = [{ n: 0, turn: state.turn, phase: state.phase_name, side: state.active, lines: begun.lines, events: begun.events }];
    this.sample(state, 0);
    for (let i = 0; i < info.lines.length; i++) {
      if (i % KEY_EVERY === 0) this.keys.push(engine.bytes());
      const side = state.node.kind === 'end' ? state.active : (state.node.side ?? state.active);
      const told = engine.answer(info.lines[i]);
      if (!told.ok) {
        this.fault = `The record stops making sense at answer ${i + 1}: ${told.why ?? ''}`;
        this.lines = info.lines.slice(0, i);
        break;
      }
      const next = engine.state(READER_ALL);
      steps.push({ n: i + 1, turn: state.turn, phase: state.phase_name, side, lines: told.lines, events: told.events, answer: info.lines[i] });
      this.compare(state, next, i + 1);
      if (next.turn !== state.turn) this.sample(next, i + 1);
      state = next;
    }
    this.sample(state, this.lines.length);
    this.account = engine.account();
    this.steps = steps;
    this.end = state;
    this.at = this.lines.length;
    this.shown = this.at;
    this.state = state;
  }

  private sample(s: State, step: number): void {
    const pair = (f: (i: number) => number): [number, number] => [f(0), f(1)];
    const losses = (side: number) => s.units.filter((u) => this.battle!.units[u.i].side === side).reduce((n, u) => n + (u.presence === 'gone' ? Math.max(u.losses, this.battle!.units[u.i].whole ?? 1) : u.losses), 0);
    this.samples = [...this.samples, { turn: s.turn, step, lost: pair(losses), held: pair((i) => s.sides[i].held) }];
  }

  private compare(before: State, after: State, step: number): void {
    const found: Mark[] = [];
    after.units.forEach((u, i) => {
      if (u.presence === 'gone' && before.units[i].presence === 'table')
        found.push({ step, turn: before.turn, kind: 'rout', side: this.battle!.units[i].side, text: `${this.battle!.units[i].name} is off the field.`, weight: 1 });
    });
    after.held.forEach((h, i) => {
      if (h !== before.held[i] && h >= 0)
        found.push({ step, turn: before.turn, kind: 'flag', side: h, text: `${this.battle!.sides[h].name} takes ${this.battle!.objectives[i].name}.`, weight: 1.5 * this.battle!.objectives[i].value });
    });
    if (found.length) this.marks = [...this.marks, ...found];
  }

  /// Shows the battle after so many answers.
  show(step: number): void {
    const to = Math.max(0, Math.min(this.length, Math.round(step)));
    if (!this.engine || to === this.shown) return;
    let from = this.shown;
    const key = Math.min(this.keys.length - 1, Math.floor(to / KEY_EVERY));
    if (from > to || to - from > KEY_EVERY) {
      if (key < 0) return;
      this.engine.takeBytes(this.keys[key]);
      from = key * KEY_EVERY;
    }
    for (; from < to; from++) this.engine.answer(this.lines[from]);
    this.shown = to;
    this.at = to;
    this.state = this.engine.state(READER_ALL);
  }

  /// The nearest step before or after that tells something; a phase or a turn at a time.
  step(by: 1 | -1, unit: 'answer' | 'phase'): void {
    const here = this.steps[Math.min(this.at, this.steps.length - 1)];
    let i = this.at + by;
    for (; i > 0 && i < this.length; i += by) {
      const s = this.steps[i];
      if (unit === 'answer' ? s.lines.length > 0 : s.phase !== here.phase || s.turn !== here.turn || s.side !== here.side) break;
    }
    this.show(i);
  }
}
