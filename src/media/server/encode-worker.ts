import { constants, setPriority } from 'node:os'
import { serveCalls } from '#server/runtime/worker-process.ts'
import { encodeForMail, encodeLogo, encodePicture, mailFormatOf, originalOf } from './encode-picture.ts'
import { canDraw } from './fit-logo.ts'

const calls = { encodePicture, encodeLogo, encodeForMail, mailFormatOf, originalOf, canDraw }
export type EncodeCalls = typeof calls

// Serving pages has priority over encoding, for which someone waits: with the lowest it would hardly run on a busy machine.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
serveCalls(calls)
