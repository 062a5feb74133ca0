// How the table stands after a step, as far as its events tell: for showing it before the server's own word.
import type { Happening, Sheet, State, Step } from './types';

/// The table after a step, as far as its events tell.
export function after(state: State, events: readonly Happening[]): State {
  let units = state.units;
  let leaders = state.leaders;
  let held = state.held;
  const unit = (i: number, change: Partial<State['units'][number]>) => (units = units.map((u) => (u.i === i ? { ...u, ...change } : u)));
  for (const e of events) {
    if (e.kind !== 'change') continue;
    const u = e.who?.unit;
    if (u !== undefined && e.what === 'place' && e.to) unit(u, { x: e.to[0], y: e.to[1], h: e.after ?? units[u].h });
    if (u !== undefined && e.what === 'losses') unit(u, { losses: e.after ?? units[u].losses });
    if (u !== undefined && e.what === 'presence' && e.after !== 1) unit(u, { presence: 'gone' });
    const l = e.who?.leader;
    if (l !== undefined && e.what === 'place' && e.to) leaders = leaders.map((x) => (x.i === l ? { ...x, x: e.to![0], y: e.to![1] } : x));
    const o = e.who?.objective ?? e.at?.objective;
    if (o !== undefined && e.what === 'held') held = held.map((h, i) => (i === o ? (e.after ?? h) : h));
  }
  return units === state.units && leaders === state.leaders && held === state.held ? state : { ...state, units, leaders, held };
}

/// The table with turn, phase and side of a step that is being shown. By a sheet on which both act in every turn, whose turn
/// it is stays as it was.
export function during(state: State, step: Step, sheet: Pick<Sheet, 'phases' | 'shares_turns'>): State {
  const known = sheet.phases.indexOf(step.phase);
  const phase = known < 0 ? state.phase : known;
  const active = step.kind === 'act' && !sheet.shares_turns && step.side !== null ? step.side : state.active;
  if (phase === state.phase && step.turn === state.turn && active === state.active) return state;
  return { ...state, turn: step.turn, phase, phase_name: step.phase, active };
}
