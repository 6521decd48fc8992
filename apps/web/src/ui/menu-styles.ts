/** Surface of menus and option lists. */
export const menuSurface =
  'z-50 max-w-80 animate-in overflow-y-auto rounded-lg border border-line bg-panel p-1 text-ink shadow-float'

/** A menu item; Radix marks the highlighted one. */
export const menuItem = [
  'relative flex min-h-8 w-full items-center gap-2.5 rounded-md px-2.5 py-1.5 text-body select-none max-sm:min-h-11 pointer-coarse:min-h-11',
  'cursor-pointer outline-none data-disabled:pointer-events-none data-disabled:opacity-50 data-highlighted:bg-muted',
  '[&_svg]:size-4 [&>svg:first-child]:text-ink-muted',
].join(' ')
