import { serveCalls } from '#server/runtime/worker-process.ts'
import { convertHere } from './convert-here.server.ts'

const calls = { convertHere }
export type ConvertCalls = typeof calls

serveCalls(calls)
