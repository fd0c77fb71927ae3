import { useNavigation } from 'react-router'

/** Shows a line below the bar while the next page loads; a short delay hides it for quick answers. */
export function NavigationProgress() {
  const { state } = useNavigation()
  if (state === 'idle') return null
  return <div aria-hidden="true" className="progress-line absolute inset-x-0 -bottom-px h-0.5 origin-left bg-primary" />
}
