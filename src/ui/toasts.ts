/** Loads the component that renders toasts, so that the first one appears without a connection, too. */
export const loadToasts = () => import('./toast-host.tsx')

/** Shows a toast at the top right. The component that renders it is loaded for the first toast, if it is not there yet. */
export async function notify(kind: 'success' | 'error', message: string): Promise<void> {
  const { show } = await loadToasts()
  show(kind, message)
}
