import { Worker } from 'node:worker_threads'
import type { Heading } from '#contract/common.ts'
import type { Calls } from './content/render-thread.ts'

type Call = keyof Calls
type Options = Parameters<Calls['renderContent']>[1]

/** Longer sources take a tenth of a second and more: they are rendered in a thread of their own, while this one goes on answering. */
const longestHere = 20_000
/** How long that thread is kept without work, in milliseconds. */
const keptFor = 60_000

/** What an author typed, as sanitised HTML with the headings in it. */
export const renderedContent = (source: string, options?: Options): Promise<{ html: string; headings: Heading[] }> =>
  ask('renderContent', source, options)

/** The same, with its text for the search, the number of its words and the minutes they take to read, at least 1. */
export const measuredContent = (source: string, options?: Options) => ask('measureContent', source, options)

/** What an author typed, without its markup, for the search. */
export const contentWords = (source: string): Promise<string> => ask('plainText', source)

async function ask<C extends Call>(call: C, ...given: Parameters<Calls[C]>): Promise<ReturnType<Calls[C]>> {
  if (given[0].length > longestHere) return (await askThread(call, given)) as ReturnType<Calls[C]>
  // The pipeline is large and keeps what it has rendered; a start that renders nothing does without it.
  const pipeline = await import('./content/render-content.ts')
  return (pipeline[call] as (...given: unknown[]) => ReturnType<Calls[C]>)(...given)
}

type Asked = { resolve(answer: unknown): void; reject(error: unknown): void }
type Answer = { number: number; answer?: unknown; error?: unknown }

let thread: { worker: Worker; asked: Map<number, Asked>; idle?: NodeJS.Timeout } | undefined
let count = 0

function askThread(call: Call, given: unknown[]): Promise<unknown> {
  thread ??= startThread()
  const { worker, asked, idle } = thread
  clearTimeout(idle)
  const number = ++count
  return new Promise((resolve, reject) => {
    asked.set(number, { resolve, reject })
    worker.ref()
    worker.postMessage({ number, call, given })
  })
}

function startThread(): NonNullable<typeof thread> {
  const worker = new Worker(new URL('./content/render-thread.ts', import.meta.url), { execArgv: [] })
  const started = { worker, asked: new Map<number, Asked>() } as NonNullable<typeof thread>
  const end = (error?: unknown) => {
    if (thread === started) thread = undefined
    for (const { reject } of started.asked.values()) reject(error ?? new Error('The rendering thread has ended'))
    started.asked.clear()
  }
  worker.on('message', ({ number, answer, error }: Answer) => {
    const waiting = started.asked.get(number)
    started.asked.delete(number)
    if (error) waiting?.reject(error)
    else waiting?.resolve(answer)
    if (started.asked.size > 0) return
    // Without work it holds up neither the end of the process nor, after a while, any memory.
    worker.unref()
    started.idle = setTimeout(() => void worker.terminate(), keptFor).unref()
  })
  worker.on('error', end).on('exit', () => end())
  return started
}
