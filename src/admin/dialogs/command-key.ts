/** The name of the modifier key for shortcuts on this computer. */
export const commandKey = typeof navigator !== 'undefined' && /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘' : 'Ctrl'
