import type { Heading } from '#contract/common.ts'

/** The pipeline is large and keeps what it has rendered; a start that renders nothing does without it. */
const pipeline = () => import('./content/render-content.ts')

type Options = Parameters<Awaited<ReturnType<typeof pipeline>>['renderContent']>[1]

/** What an author typed, as sanitised HTML with the headings in it. */
export async function renderedContent(source: string, options?: Options): Promise<{ html: string; headings: Heading[] }> {
  return (await pipeline()).renderContent(source, options)
}

/** The same, with the number of its words and the minutes they take to read. */
export async function measuredContent(source: string, options?: Options) {
  return (await pipeline()).measureContent(source, options)
}

/** What an author typed, without its markup, for the search. */
export async function contentWords(source: string): Promise<string> {
  return (await pipeline()).plainText(source)
}

/** Minutes that reading takes, at least 1. */
export async function minutesToRead(source: string): Promise<number> {
  return (await pipeline()).readTime(source)
}
