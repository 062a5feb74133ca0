// The coats of the nations: coat and collar from their dress, chosen to differ in lightness as well as in hue.

export interface Coat {
  coat: string;
  collar: string;
  /// A coat so light that lines on it have to be dark.
  isLight?: boolean;
}

const COATS: Record<string, Coat> = {
  french: { coat: '#34528a', collar: '#f4efe2' },
  polish: { coat: '#3f4f7d', collar: '#c9453a' },
  italian: { coat: '#4d7a5a', collar: '#f4efe2' },
  neapolitan: { coat: '#d9cfb4', collar: '#34528a', isLight: true },
  bavarian: { coat: '#6fa0c8', collar: '#f4efe2' },
  saxon: { coat: '#e6dfcb', collar: '#3c6249', isLight: true },
  westphalian: { coat: '#d7d3cb', collar: '#34528a', isLight: true },
  wurttemberg: { coat: '#3b4a75', collar: '#c9a53f' },
  baden: { coat: '#40568f', collar: '#8e2a26' },
  swiss: { coat: '#a2463f', collar: '#34528a' },
  danish: { coat: '#b4413a', collar: '#e7dfc6' },
  british: { coat: '#a93a32', collar: '#f2dfae' },
  kgl: { coat: '#a93a32', collar: '#2b3a5c' },
  portuguese: { coat: '#5b83ad', collar: '#7a3b2e' },
  spanish: { coat: '#c9a53f', collar: '#8e2a26' },
  hanover: { coat: '#c4574a', collar: '#2f4a3a' },
  brunswick: { coat: '#2b2a2d', collar: '#9cc0d8' },
  nassau: { coat: '#6f8a4a', collar: '#e9d9a6' },
  netherlands: { coat: '#cd8236', collar: '#22365a' },
  austrian: { coat: '#f5f1e6', collar: '#b03a30', isLight: true },
  russian: { coat: '#3c6249', collar: '#c9453a' },
  prussian: { coat: '#4b5668', collar: '#c9453a' },
  swedish: { coat: '#4a6aa8', collar: '#e3c34e' },
  ottoman: { coat: '#7a4a6a', collar: '#e3c34e' },
  other: { coat: '#857a66', collar: '#efe6d2' },
};

export const coatOf = (nation: string): Coat => COATS[nation] ?? COATS.other;
/// What stays readable on paper: the coat, or ink where the coat is as light as the paper.
export const inkOf = (coat: Coat): string => (coat.isLight ? 'var(--ink)' : coat.coat);
export const lineOn = (coat: Coat): string => (coat.isLight ? 'var(--coat-line)' : 'var(--block-line)');
