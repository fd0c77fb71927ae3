import { serveCalls } from '#server/runtime/worker-process.ts'
import { renderContent } from './render-content.ts'

const calls = { renderContent }
export type RenderCalls = typeof calls

serveCalls(calls)
