/** A logo as the settings have it, for an address: the Content-Security-Policy allows pictures from `blob:` and none from `data:`. */
export function blobOf(logo: string): Blob {
  const [head = '', data = ''] = logo.split(',', 2)
  if (!head.startsWith('data:')) return new Blob([logo], { type: 'image/svg+xml' })
  return new Blob([Uint8Array.from(atob(data), (sign) => sign.charCodeAt(0))], {
    type: head.slice(5).split(';')[0] ?? '',
  })
}
