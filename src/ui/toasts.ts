/** Says something in passing, at the top right. The part that shows it is fetched when there is something to say. */
export async function notify(kind: 'success' | 'error', message: string): Promise<void> {
  const { show } = await import('./toast-host.tsx')
  show(kind, message)
}
