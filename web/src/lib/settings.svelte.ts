// What a person has set for this browser: theme, dice, film.
type Theme = 'system' | 'light' | 'dark';
export type DiceShow = 'show' | 'quick' | 'off';

interface Settings {
  theme: Theme;
  dice: DiceShow;
  film: boolean;
  guide: boolean; // the first turn is guided until a person knows the way
}

const KEY = 'limber.settings';
const presets: Settings = { theme: 'system', dice: 'show', film: true, guide: true };

function stored(): Settings {
  try {
    return { ...presets, ...(JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Settings>) };
  } catch {
    return presets;
  }
}

export const settings = $state<Settings>(stored());
const dark = matchMedia('(prefers-color-scheme: dark)');

export function applySettings(): void {
  localStorage.setItem(KEY, JSON.stringify(settings));
  const isDark = settings.theme === 'dark' || (settings.theme === 'system' && dark.matches);
  document.documentElement.classList.toggle('dark', isDark);
}

dark.addEventListener('change', applySettings);

export function switchTheme(): void {
  settings.theme = document.documentElement.classList.contains('dark') ? 'light' : 'dark';
  applySettings();
}

export const isStill = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches;
