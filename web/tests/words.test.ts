import { describe, expect, it } from 'vitest';
import { headline, lengthText, percent, signed, simpleOdds, throwsOf } from '../src/lib/words';

describe('chances', () => {
  it('never shows what is possible as nothing, nor what is not certain as certain', () => {
    expect(percent(0)).toBe('0 %');
    expect(percent(1)).toBe('100 %');
    expect(percent(0.00001)).toBe('under 0.01 %');
    expect(percent(0.99999)).toBe('over 99.99 %');
    expect(percent(0.0004)).toBe('0.04 %');
    expect(percent(0.33)).toBe('33.0 %');
  });

  it('finds simple odds, marked where they are not exact', () => {
    expect(simpleOdds(0.5)).toBe('1 in 2');
    expect(simpleOdds(5 / 6)).toBe('5 in 6');
    expect(simpleOdds(0.33)).toBe('≈ 1 in 3');
    expect(simpleOdds(0.003)).toBe('');
  });
});

describe('lengths', () => {
  it('writes inches in quarters and centimetres in tenths', () => {
    expect(lengthText(254 * 7.5, 254, 'in')).toBe('7½″');
    expect(lengthText(254 * 0.25, 254, 'in')).toBe('¼″');
    expect(lengthText(0, 254, 'in')).toBe('0″');
    expect(lengthText(575, 100, 'cm')).toBe('5.8 cm');
  });
});

describe('texts', () => {
  it('signs numbers and splits a question behind its first sentence', () => {
    expect([signed(2), signed(-3), signed(0)]).toEqual(['+2', '−3', '0']);
    expect(headline('Which brigade is next? Leaders may ride.')).toEqual(['Which brigade is next?', 'Leaders may ride.']);
    expect(headline('Yes or no?')).toEqual(['Yes or no?', '']);
  });

  it('tells a card that is drawn from a throw', () => {
    const card = { kind: 'roll', clause: 'x.draw', faces: [6], sides: 12 } as const;
    const pile = { kind: 'change', clause: 'x.draw', what: 'pile' } as const;
    const dice = { kind: 'roll', clause: 'x.hit', faces: [4, 2], sides: 6 } as const;
    expect(throwsOf([{ ...card, faces: [6] }, pile, { ...dice, faces: [4, 2] }]).map((e) => e.clause)).toEqual(['x.hit']);
  });
});
