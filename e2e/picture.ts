import { randomBytes } from 'node:crypto'
import type { Locator } from '@playwright/test'
import sharp from 'sharp'

/** A small picture that no other test has: the same bytes would be the same picture in the library. */
export async function picture(name: string) {
  const [r = 0, g = 0, b = 0] = randomBytes(3)
  const image = sharp({ create: { width: 640, height: 360, channels: 3, background: { r, g, b } } })
  return { name, mimeType: 'image/png', buffer: await image.png().toBuffer() }
}

type GivenFile = { name: string; mimeType: string; buffer: Buffer }

/** Pastes a file into an element, or drops it near its upper left corner, as a browser does. */
export const give = (to: Locator, kind: 'paste' | 'drop', { name, mimeType, buffer }: GivenFile) =>
  to.evaluate(
    (element, { bytes, kind, name, type }) => {
      const data = new DataTransfer()
      data.items.add(new File([new Uint8Array(bytes)], name, { type }))
      const { left, top, width, height } = element.getBoundingClientRect()
      const [right, down] = [Math.min(30, width / 2), Math.min(30, height / 2)]
      const place = { clientX: left + right, clientY: top + down, bubbles: true, cancelable: true }
      element.dispatchEvent(
        kind === 'paste'
          ? new ClipboardEvent('paste', { clipboardData: data, ...place })
          : new DragEvent('drop', { dataTransfer: data, ...place }),
      )
    },
    { bytes: [...buffer], kind, name, type: mimeType },
  )
