import type { Heading } from '#contract/common.ts'
import type { RenderCalls } from './content/render-helper.ts'
import { createHelper } from './helper-process.ts'

type Options = Parameters<RenderCalls['renderContent']>[1]

/** Longer sources take a tenth of a second and more: they are rendered by a helper, while this process goes on answering. */
const longestHere = 20_000
const askHelper = createHelper<RenderCalls>(new URL('./content/render-helper.ts', import.meta.url), {
  size: 2,
  deadline: 5_000,
  memory: 512,
  queue: 50,
})

/** What an author typed, as sanitised HTML with the headings in it. */
export const renderedContent = (source: string, options?: Options): Promise<{ html: string; headings: Heading[] }> =>
  ask('renderContent', source, options)

/** The same, with its text for the search, the number of its words and the minutes they take to read, at least 1. */
export const measuredContent = (source: string, options?: Options) => ask('measureContent', source, options)

/** What an author typed, without its markup, for the search. */
export const contentWords = (source: string): Promise<string> => ask('plainText', source)

async function ask<Call extends keyof RenderCalls>(
  call: Call,
  ...given: Parameters<RenderCalls[Call]>
): Promise<Awaited<ReturnType<RenderCalls[Call]>>> {
  if (given[0].length > longestHere) return askHelper(call, given)
  // The pipeline is large and keeps what it has rendered; a start that renders nothing does without it.
  const pipeline: RenderCalls = await import('./content/render-content.ts')
  return (pipeline[call] as (...given: unknown[]) => Awaited<ReturnType<RenderCalls[Call]>>)(...given)
}
