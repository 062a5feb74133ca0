// A record that was dropped on one page and is opened on another.
let record: string | null = null;

export function handOver(text: string): void {
  record = text;
}

/// What was handed over, once.
export function takeOver(): string | null {
  const text = record;
  record = null;
  return text;
}
