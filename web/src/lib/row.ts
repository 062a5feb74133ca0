// Units that act together, in the line of an action: "form unit 3 as line and 4 5 path …". Who is left out is not named.

/// The line with only those of the others who are kept.
export function without(act: string, left: readonly number[]): string {
  return act.replace(/ and((?: \d+)+)/, (_, list: string) => {
    const kept = list.trim().split(' ').filter((n) => !left.includes(Number(n)));
    return kept.length ? ` and ${kept.join(' ')}` : '';
  });
}
