// Units that act together, in the line of an action: "form unit 3 as line and 4 5 path …". Who is left out is not named.
import type { Choice } from './types';

/// The line of an answer without those who are left out of its row.
export function without(choice: Pick<Choice, 'act' | 'alone'>, left: readonly number[]): string {
  if (left.length === 0) return choice.act;
  return (choice.alone ?? choice.act).replace(/ and((?: \d+)+)/, (_, list: string) => {
    const kept = list.trim().split(' ').filter((n) => !left.includes(Number(n)));
    return kept.length ? ` and ${kept.join(' ')}` : '';
  });
}
