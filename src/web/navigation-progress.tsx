import { useNavigation } from 'react-router'

/** While the next page is on its way, a line runs under the bar; quick answers never show it. */
export function NavigationProgress() {
  const { state } = useNavigation()
  if (state === 'idle') return null
  return <div aria-hidden="true" className="progress-line absolute inset-x-0 -bottom-px h-0.5 origin-left bg-primary" />
}
