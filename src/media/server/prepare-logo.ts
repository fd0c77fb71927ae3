import { invalid } from '#server/runtime/http-error.ts'
import { createWorker, WorkerEnded, WorkerTimedOut } from '#server/runtime/worker-process.ts'
import { cleanSvg, SvgRefused } from './clean-svg.ts'
import type { EncodeCalls } from './encode-worker.ts'
import { isPicture } from './store-upload.ts'

/** Logos are decoded in a separate process, like any picture from outside. */
const callWorker = createWorker<EncodeCalls>(new URL('./encode-worker.ts', import.meta.url), {
  size: 1,
  deadline: 15_000,
  memory: 256,
  queue: 4,
})

const refused = (message: string) => invalid('logo', message)

/**
 * Re-encodes an uploaded logo: an SVG, or a picture as a `data:` address.
 * @returns a clean SVG, or a PNG of at most 512 pixels as a `data:` address
 * @throws HttpError 422 with the reason
 */
export async function prepareLogo(sent: string): Promise<string> {
  if (!sent.startsWith('data:')) return prepareSvg(sent.trim())
  const bytes = Buffer.from(sent.slice(sent.indexOf(',') + 1), 'base64')
  if (!isPicture(bytes)) throw refused('Please choose an SVG or a PNG.')
  const png = await callWorker('encodeLogo', [bytes]).catch(nullIfEnded)
  if (!png) throw refused('This file cannot be read as an image.')
  return `data:image/png;base64,${Buffer.from(png).toString('base64')}`
}

async function prepareSvg(sent: string): Promise<string> {
  const svg = cleaned(sent)
  if (!(await callWorker('canDraw', [Buffer.from(svg)]).catch(nullIfEnded)))
    throw refused('The SVG cannot be drawn at the size of an icon. Please check its width, height and viewBox.')
  return svg
}

function cleaned(sent: string): string {
  try {
    return cleanSvg(sent)
  } catch (error) {
    throw error instanceof SvgRefused ? refused(error.message) : error
  }
}

/** A drawing that takes too long or too much memory is refused like one that cannot be read. */
function nullIfEnded(error: unknown): null {
  if (error instanceof WorkerTimedOut || error instanceof WorkerEnded) return null
  throw error
}
