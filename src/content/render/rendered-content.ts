import { HttpError } from '#server/http/errors.ts'
import { createWorker, WorkerEnded, WorkerTimedOut } from '#server/worker-process.ts'
import type { Rendered } from './render-content.ts'
import type { RenderCalls } from './render-worker.ts'

/** A text that cannot be rendered within the limits of time and memory. */
export class TooIntricate extends HttpError {
  constructor(message = 'This text is too intricate to show', field?: string) {
    super(422, message, field === undefined ? undefined : [{ path: field, message }], { code: 'too_intricate' })
  }
}

const file = new URL('./render-worker.ts', import.meta.url)
/** Twice the heap that an article of 150,000 words takes, in megabytes. */
const memory = 256
const patience = 4

// A text has a second among all others; one that needs more goes on apart, so that no text waits long for another, however slow that is.
const renderSoon = createWorker<RenderCalls>(file, { size: 2, deadline: 1_000, patience, memory, queue: 30 })
const renderSlowly = createWorker<RenderCalls>(file, { size: 1, deadline: 4_500, patience, memory, queue: 2 })

export type RenderOptions = {
  /** The site's own origin: its links and pictures are not another site's. */
  siteOrigin: string
  /** Gives up, and ends the process that renders. */
  signal?: AbortSignal | undefined
}

/**
 * Renders what an author typed, in a process of its own.
 * @throws TooIntricate; WorkerBusy when too many texts wait
 */
export async function renderText(source: string, { siteOrigin, signal }: RenderOptions): Promise<Rendered> {
  const given: Parameters<RenderCalls['renderContent']> = [source, { siteOrigin }]
  try {
    const rendered = await renderSoon('renderContent', given, signal).catch((error) => {
      if (error instanceof WorkerTimedOut) return renderSlowly('renderContent', given, signal)
      throw error
    })
    if (rendered) return rendered
  } catch (error) {
    if (!(error instanceof WorkerTimedOut || error instanceof WorkerEnded)) throw error
  }
  throw new TooIntricate()
}

let lastInTurn: Promise<unknown> = Promise.resolve()

/** The same for what nobody waits for: one text at a time, so that a process stays free for those who do. */
export function renderInTurn(source: string, options: RenderOptions): Promise<Rendered> {
  const turn = lastInTurn.then(() => renderText(source, options))
  lastInTurn = turn.catch(() => {})
  return turn
}
