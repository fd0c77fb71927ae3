import { serveCalls } from '#server/runtime/worker-process.ts'
import { findWeakness } from './password-strength.ts'

const calls = { findWeakness }
export type StrengthCalls = typeof calls

serveCalls(calls)
