/** Names of keys as keyboards show them. */
const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent)
const command = isApple ? '⌘' : 'Ctrl'

export const searchKeys = `${command} K`

/** Every shortcut, by the page where it works. */
export const shortcuts = {
  everywhere: [
    ['search', searchKeys],
    ['help', '?'],
  ],
  reader: [
    ['page', '← →'],
    ['zoom', '+ −'],
    ['fit', '0'],
    ['find', `${command} F`],
  ],
  editor: [
    ['undo', `${command} Z · ${command} Y`],
    ['duplicate', `${command} D`],
    ['save', `${command} S`],
  ],
} as const
