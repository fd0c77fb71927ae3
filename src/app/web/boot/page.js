export const html = document.documentElement
export const isHydrated = () => 'hydrated' in html.dataset

// A browser may refuse access to its storage; a choice then applies to this document only.
export const stored = (key) => {
  try {
    return localStorage.getItem(key)
  } catch {}
}
export const store = (key, value) => {
  try {
    localStorage.setItem(key, value)
  } catch {}
}
