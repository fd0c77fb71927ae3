import { droppedFrom } from '#content/markup/dropped.ts'
import { embeddedIn } from '#content/markup/embedded.ts'
import { isTooIntricate } from '#content/markup/intricacy.ts'
import { movedAnchors } from '#content/markup/move-anchor.ts'
import { serveCalls } from '#server/runtime/worker-process.ts'
import { pageMarkdown } from './page-markdown.ts'
import { renderContent } from './render-content.ts'

const calls = {
  renderContent,
  pageMarkdown,
  droppedFrom,
  movedAnchors,
  /** @returns null for a text that is too intricate to parse */
  embeddedIn: (text: string) => (isTooIntricate(text) ? null : embeddedIn(text)),
}
export type RenderCalls = typeof calls

serveCalls(calls)
