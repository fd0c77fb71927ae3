import { useEffect } from 'react'

/** Keeps the height of the on-screen keyboard, which covers the page's lower end in some browsers, in the property `--keyboard`. */
export function useKeyboardHeight() {
  useEffect(() => {
    const viewport = window.visualViewport
    if (!viewport) return
    const { style } = document.documentElement
    const measure = () => {
      const covered = viewport.scale > 1 ? 0 : window.innerHeight - viewport.height - viewport.offsetTop
      style.setProperty('--keyboard', `${Math.max(0, Math.round(covered))}px`)
    }
    viewport.addEventListener('resize', measure)
    viewport.addEventListener('scroll', measure)
    return () => {
      viewport.removeEventListener('resize', measure)
      viewport.removeEventListener('scroll', measure)
      style.removeProperty('--keyboard')
    }
  }, [])
}
