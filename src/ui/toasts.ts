/** Shows a toast at the top right. The component that renders it is loaded for the first toast. */
export async function notify(kind: 'success' | 'error', message: string): Promise<void> {
  const { show } = await import('./toast-host.tsx')
  show(kind, message)
}
