/** The scroll position of each entry of the history, by its key. They outlive a reload in the browser's storage. */
const name = 'scroll-positions'
const positions: Record<string, number> = stored()

function stored(): Record<string, number> {
  try {
    return JSON.parse(sessionStorage.getItem(name) ?? '{}')
  } catch {
    return {}
  }
}

export const rememberScroll = (key: string) => {
  positions[key] = window.scrollY
}

export const rememberedScroll = (key: string): number | undefined => positions[key]

/** Takes the scroll position over from the browser. */
export const takeScroll = () => {
  window.history.scrollRestoration = 'manual'
}

/**
 * Remembers the scroll position when this document is left, and gives it back to the browser until it is shown again.
 * @param currentKey the key of the entry that is shown
 */
export function keepScroll(currentKey: () => string): void {
  window.addEventListener('pageshow', takeScroll)
  window.addEventListener('pagehide', () => {
    rememberScroll(currentKey())
    // Between documents the browser restores the position.
    window.history.scrollRestoration = 'auto'
    try {
      sessionStorage.setItem(name, JSON.stringify(positions))
    } catch {
      // A browser may refuse access to its storage.
    }
  })
}
