import { describe, expect, it } from 'vitest';
import { after, during } from '../src/lib/after';
import { compared } from '../src/lib/compare';
import type { Engine } from '../src/lib/engine';
import { chief, looked } from '../src/lib/looks';
import { luckPairs } from '../src/lib/luck';
import { without } from '../src/lib/row';
import { Story } from '../src/lib/story';
import type { Field, Happening, LuckRow, Odds, State, Step } from '../src/lib/types';

describe('the log', () => {
  const step = (n: number, lines: Step['lines'], events: Happening[]): Step => ({ n, turn: 1, phase: 'fire', side: 0, lines, events });

  it('gives a sentence the dice and clauses of the answers that led to it', () => {
    const story = new Story();
    story.add([step(1, [], [{ kind: 'add', clause: 'x.cover', value: -1 }]), step(2, [{ depth: 0, text: 'Fire', upto: 1 }, { depth: 1, text: 'A fired at B: no hit.', upto: 1 }], [{ kind: 'roll', clause: 'x.hit', faces: [2], need: 5, who: { unit: 3 }, at: { unit: 7 } }])]);
    expect(story.entries.map((e) => e.kind)).toEqual(['heading', 'sentence']);
    expect(story.entries[1].counts).toEqual([{ value: -1, clause: 'x.cover', sets: false }]);
    expect(story.entries[1].throws).toHaveLength(1);
    expect(story.entries[1].units).toEqual([3, 7]);
  });

  it('takes every step once', () => {
    const story = new Story();
    const steps = [step(1, [{ depth: 1, text: 'One.', upto: 0 }], []), step(2, [{ depth: 1, text: 'Two.', upto: 0 }], [])];
    story.add(steps);
    story.add(steps);
    expect(story.entries).toHaveLength(2);
  });
});

describe('luck', () => {
  const row = (side: number, clause: string | undefined, dice: number): LuckRow => ({ side, kind: 'successes', low: false, clause, text: '', rolls: 1, dice, actual: 1, expected: 0.5, chance: 0.5 });

  it('sets both sides beside each other, the most dice first and totals last', () => {
    const pairs = luckPairs([row(0, undefined, 9), row(1, 'x.save', 2), row(0, 'x.hit', 4), row(1, 'x.hit', 5)]);
    expect(pairs.map((p) => p.clause)).toEqual(['x.hit', 'x.save', undefined]);
    expect(pairs[0].sides.map((s) => s?.dice)).toEqual([4, 5]);
    expect(pairs[1].sides[0]).toBeUndefined();
  });
});

describe('odds', () => {
  const words: Field = { key: 'fate', help: 'how it stands', values: [{ value: 0, word: 'stands', p: '1/2', prob: 0.5, favours: -1 }, { value: 1, word: 'routed', p: '1/2', prob: 0.5, favours: 2 }] };

  it('runs from our best to theirs, in our colour first', () => {
    expect(looked(words, 0).map((p) => [p.text, p.look])).toEqual([['routed', 'look-a2'], ['stands', 'look-b1']]);
    expect(looked(words, 1).map((p) => p.look)).toEqual(['look-b2', 'look-a1']);
    expect(looked(words, 1, 0).map((p) => [p.text, p.look])).toEqual([['stands', 'look-b1'], ['routed', 'look-a2']]);
  });

  it('tells of the words that say how it ends rather than of numbers', () => {
    const numbers: Field = { key: 'losses', help: 'losses', mean: '1', values: [{ value: 0, p: '1/2', prob: 0.5 }, { value: 1, p: '1/2', prob: 0.5 }] };
    expect(chief([numbers, words])).toBe(words);
    expect(chief([numbers])).toBe(numbers);
  });
});

describe('a card', () => {
  /// An engine of one fight, which goes better once the card is played.
  function fakeEngine(): Engine {
    let isPlayed = false;
    const fight = { act: 'fight unit 1 target 2', verb: 1, text: 'The fight', unit: 1, target: { unit: 2 } };
    const odds = (): Odds => ({ ok: true, side: 0, shares: [{ key: 'winner', help: 'who wins', values: [{ value: 0, word: 'we', p: isPlayed ? '2/3' : '1/2', prob: isPlayed ? 0.66 : 0.5 }, { value: 1, word: 'they', p: isPlayed ? '1/3' : '1/2', prob: isPlayed ? 0.33 : 0.5 }] }] });
    return {
      bytes: () => new Uint8Array([Number(isPlayed)]),
      takeBytes: (b: Uint8Array) => (isPlayed = b[0] === 1),
      answer: (line: string) => ((isPlayed = line.startsWith('card')), { ok: true, lines: [], events: [] }),
      choices: () => ({ choices: [fight] }),
      odds,
    } as unknown as Engine;
  }

  it('is set beside going on without it, and the engine is put back', () => {
    const engine = fakeEngine();
    const [c] = compared(engine, 'card option 1', [], 'pass');
    expect([c.text, c.without.values[0].p, c.with.values[0].p]).toEqual(['The fight', '1/2', '2/3']);
    expect(engine.bytes()[0]).toBe(0);
    expect(compared(engine, 'pass', [], 'pass')).toEqual([]);
    expect(compared(engine, 'card option 1', [], undefined)).toEqual([]);
  });
});

describe('a row', () => {
  it('names only those who are linked', () => {
    expect(without({ act: 'move unit 3 as line and 4 5 path straight:100' }, [4])).toBe('move unit 3 as line and 5 path straight:100');
    expect(without({ act: 'move unit 3 and 4' }, [4])).toBe('move unit 3');
    expect(without({ act: 'fire unit 3 target 4' }, [4])).toBe('fire unit 3 target 4');
    // Who stands in a row goes along unnamed: the line that names them all is the one to strike out of.
    expect(without({ act: 'move unit 3', alone: 'move unit 3 option 32 and 4 5' }, [5])).toBe('move unit 3 option 32 and 4');
    expect(without({ act: 'move unit 3', alone: 'move unit 3 option 32 and 4 5' }, [])).toBe('move unit 3');
  });
});

describe('the film', () => {
  it('moves troops and takes off those who leave, and leaves the state before as it was', () => {
    const state = { units: [{ i: 0, x: 0, y: 0, h: 0, presence: 'table', losses: 0 }], leaders: [], held: [0] } as unknown as State;
    const next = after(state, [
      { kind: 'change', what: 'place', who: { unit: 0 }, before: 0, after: 100, from: [0, 0], to: [5, 6] },
      { kind: 'change', what: 'losses', who: { unit: 0 }, before: 0, after: 2 },
      { kind: 'change', what: 'presence', who: { unit: 0 }, before: 1, after: 2 },
    ]);
    expect(next.units[0]).toMatchObject({ x: 5, y: 6, h: 100, losses: 2, presence: 'gone' });
    expect(state.units[0].x).toBe(0);
    expect(after(state, [{ kind: 'note' }])).toBe(state);
  });

  it('says whose turn and which phase is shown, but not where both sides act in every turn', () => {
    const state = { turn: 1, phase: 2, phase_name: 'action', active: 0 } as State;
    const step = { n: 4, kind: 'act', turn: 2, phase: 'fire', side: 1, lines: [], events: [] };
    const sheet = { phases: ['fate', 'fire', 'action'], shares_turns: false };
    expect(during(state, step, sheet)).toMatchObject({ turn: 2, phase: 1, phase_name: 'fire', active: 1 });
    expect(during(state, step, { ...sheet, shares_turns: true }).active).toBe(0);
    expect(during(state, { ...step, turn: 1, phase: 'action', side: 0 }, sheet)).toBe(state);
  });
});
