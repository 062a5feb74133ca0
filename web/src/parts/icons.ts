// The icons of tools and menus, as paths on 20 by 20.
export const ICONS = {
  undo: '<path d="M7 5L3 9l4 4M3.5 9H12a5 5 0 0 1 0 10H8"/>',
  menu: '<path d="M3 6h14M3 10h14M3 14h14"/>',
  hand: '<path d="M10 3v14M3 10h14M10 3L8 5M10 3l2 2M10 17l-2-2M10 17l2-2M3 10l2-2M3 10l2 2M17 10l-2-2M17 10l-2 2"/>',
  ruler: '<path d="M3 13L13 3l4 4L7 17ZM6 10l2 2M8.5 7.5l1.5 1.5M11 5l2 2"/>',
  sight: '<path d="M2 10c3-5 13-5 16 0c-3 5-13 5-16 0Z"/><circle cx="10" cy="10" r="2.5"/>',
  plus: '<circle cx="9" cy="9" r="5.5"/><path d="M13 13l4 4M6.5 9h5M9 6.5v5"/>',
  minus: '<circle cx="9" cy="9" r="5.5"/><path d="M13 13l4 4M6.5 9h5"/>',
  fit: '<path d="M3 7V3h4M13 3h4v4M17 13v4h-4M7 17H3v-4"/>',
  turn: '<path d="M16 10a6 6 0 1 1-2-4.5M16 3v4h-4"/>',
  list: '<path d="M7 5h10M7 10h10M7 15h10M3 5h.5M3 10h.5M3 15h.5"/>',
  book: '<path d="M3 4h5a2 2 0 0 1 2 2v11a2 2 0 0 0-2-2H3ZM17 4h-5a2 2 0 0 0-2 2v11a2 2 0 0 1 2-2h5Z"/>',
  layers: '<path d="M10 3l7 4-7 4-7-4ZM3 10.5l7 4 7-4"/>',
  sun: '<circle cx="10" cy="10" r="3.5"/><path d="M10 2v2M10 16v2M2 10h2M16 10h2M4.5 4.5l1.3 1.3M14.2 14.2l1.3 1.3M4.5 15.5l1.3-1.3M14.2 5.8l1.3-1.3"/>',
  map: '<path d="M3 4l5 2 4-2 5 2v10l-5-2-4 2-5-2ZM8 6v10M12 4v10"/>',
  log: '<path d="M4 5h12M4 10h12M4 15h8"/>',
  troops: '<path d="M3 5h6v4H3ZM11 5h6v4h-6ZM3 12h6v4H3ZM11 12h6v4h-6Z"/>',
  close: '<path d="M5 5l10 10M15 5L5 15"/>',
  help: '<circle cx="10" cy="10" r="7"/><path d="M8 8a2 2 0 1 1 3 1.700c-.7.5-1 .8-1 1.600M10 14h.01"/>',
  orders: '<path d="M3 4h14v12H3ZM3 8h14M8 8v8"/>',
} as const;

export type IconName = keyof typeof ICONS;
