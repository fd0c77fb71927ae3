import { droppedFrom } from '#content/markup/dropped.ts'
import { serveCalls } from '#server/runtime/worker-process.ts'
import { renderContent } from './render-content.ts'

const calls = { renderContent, droppedFrom }
export type RenderCalls = typeof calls

serveCalls(calls)
