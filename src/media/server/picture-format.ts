const startsWith = (bytes: Buffer, text: string, at = 0) => bytes.toString('latin1', at, at + text.length) === text

/**
 * Whether these bytes begin as a picture that we take: JPEG, PNG, WebP, AVIF or GIF. Neither a file's name nor its declared type is asked,
 * and nothing is decoded for strangers' formats (SVG, PDF, HEIC, TIFF …), which the decoder would open.
 */
export function isPicture(bytes: Buffer): boolean {
  return (
    startsWith(bytes, '\xff\xd8\xff') ||
    startsWith(bytes, '\x89PNG\r\n\x1a\n') ||
    startsWith(bytes, 'GIF87a') ||
    startsWith(bytes, 'GIF89a') ||
    (startsWith(bytes, 'RIFF') && startsWith(bytes, 'WEBP', 8)) ||
    (startsWith(bytes, 'ftyp', 4) && (startsWith(bytes, 'avif', 8) || startsWith(bytes, 'avis', 8)))
  )
}
