import type { EmbeddedPictures } from '#content/markup/embedded.ts'
import type { RemarkAnchor } from '#contract/remarks.ts'
import { HttpError } from '#server/runtime/http-error.ts'
import { createFairSemaphore } from '#server/runtime/work-queue.ts'
import { createWorker, WorkerEnded, WorkerTimedOut } from '#server/runtime/worker-process.ts'
import type { Rendered, RenderOptions } from './render-content.ts'
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

// A text that takes more than a second moves to a separate worker, so that slow texts do not delay others.
const renderSoon = createWorker<RenderCalls>(file, { size: 2, deadline: 1_000, memory, young: 4, queue: 30 })
// Its end refuses the text, which a busy machine alone must not do: less than the minute that most proxies wait.
const renderSlowly = createWorker<RenderCalls>(file, { size: 1, deadline: 4_500, patience: 10, memory, queue: 2 })

/** For the previews of staff: however many one person asks for, those of others are rendered. */
export const previewTurns = createFairSemaphore({
  permits: 4,
  permitsPerOwner: 1,
  queuePerOwner: 4,
  timeout: 20_000,
  busyMessage: 'You have too many previews waiting. Please try again in a moment.',
})

type Options = RenderOptions & {
  siteOrigin: string
  /** Aborts the rendering and ends its process. */
  signal?: AbortSignal | undefined
}

/**
 * Renders a text in a worker process.
 * @throws TooIntricate; WorkerBusy when too many texts are waiting
 */
export const renderText = (source: string, { signal, ...options }: Options): Promise<Rendered> =>
  call('renderContent', [source, options], signal)

/** Finds the pictures that are embedded in a text, which `shorten` has made, in a worker process. @throws as `renderText` */
export const findEmbedded = (text: string, signal: AbortSignal): Promise<EmbeddedPictures> =>
  call('embeddedIn', [text], signal)

/** A page as Markdown, made in a worker process; `page-markdown.ts` has the rules. @throws HttpError 406 for a page that takes too long */
export const readPage = (html: string, address: string): Promise<string> =>
  call('pageMarkdown', [html, address], undefined).catch((error) => {
    throw error instanceof TooIntricate ? new HttpError(406, 'This page is too long to be read as Markdown') : error
  })

async function call<Name extends keyof RenderCalls>(
  name: Name,
  args: Parameters<RenderCalls[Name]>,
  signal: AbortSignal | undefined,
): Promise<NonNullable<ReturnType<RenderCalls[Name]>>> {
  try {
    const answer = await renderSoon(name, args, signal).catch((error) => {
      if (error instanceof WorkerTimedOut) return renderSlowly(name, args, signal)
      throw error
    })
    if (answer) return answer
  } catch (error) {
    if (!(error instanceof WorkerTimedOut || error instanceof WorkerEnded)) throw error
  }
  throw new TooIntricate()
}

/** The most parts that a call names. */
const mostNamed = 30

/** The parts of texts that pages will not show, in plain words. A text that takes too long to read names none; saving it says so. */
export async function notShownIn(sources: string[]): Promise<string[]> {
  const found = await Promise.all(sources.map((source) => renderSoon('droppedFrom', [source]).catch(() => [])))
  return [...new Set(found.flat())].slice(0, mostNamed)
}

/**
 * Moves anchors of remarks from a text to a later version of it, in a worker process.
 * @returns for each anchor the moved one, or null when its words are gone; undefined for texts that take too long to read
 * @throws WorkerBusy
 */
export async function moveAnchors(
  before: string,
  after: string,
  anchors: RemarkAnchor[],
): Promise<(RemarkAnchor | null)[] | undefined> {
  try {
    return (await renderSoon('movedAnchors', [before, after, anchors])) ?? undefined
  } catch (error) {
    if (error instanceof WorkerTimedOut || error instanceof WorkerEnded) return undefined
    throw error
  }
}

let lastInTurn: Promise<unknown> = Promise.resolve()

/** Renders texts in the background, one at a time, so that a process stays free for interactive use. */
export function renderInBackground(source: string, options: Options): Promise<Rendered> {
  const turn = lastInTurn.then(() => renderText(source, options))
  lastInTurn = turn.catch(() => {})
  return turn
}
