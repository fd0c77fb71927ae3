import { setTimeout as wait } from 'node:timers/promises'
import type { startReceiver } from './hook-receiver.ts'
import type { Given } from './record-call.ts'
import type { SmtpSink } from './smtp-sink.ts'
import type { SignedIn, TestApp } from './start-app.ts'

// biome-ignore lint/suspicious/noExplicitAny: as the calls answer them
export type Answer = any
/** A site, with the servers that it sends to. */
export type Stage = {
  site: TestApp
  staff: SignedIn
  sink: SmtpSink
  receiver: Awaited<ReturnType<typeof startReceiver>>
  /** Makes a call by its name, and records it. */
  say(id: string, given?: Given, by?: SignedIn | null): Promise<Answer>
}
/** Calls that follow from each other, or that need a file, a link of a message, or another program. */
export type Scenes = Record<string, (stage: Stage) => Promise<void>>

export const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
export const image = () => ({ image: new File([picture], 'diagram.png', { type: 'image/png' }) })
export const mailSecret = 'a secret of the mail service'
export const tokenOf = (address: string) => new URL(address).searchParams.get('token') ?? ''

/** Waits until something is there. */
export async function until<Value>(read: () => Promise<Value | undefined> | Value | undefined): Promise<Value> {
  for (let tries = 0; tries < 200; tries++) {
    const value = await read()
    if (value) return value
    await wait(50)
  }
  throw new Error('It did not happen')
}

/** The token of the link in a message to an address. @param page the end of the link's path */
export async function mailedToken({ sink }: Pick<Stage, 'sink'>, address: string, page: string): Promise<string> {
  const { source } = await until(() => sink.taken.findLast(({ to }) => to === address))
  const text = source.replaceAll(/=\r?\n/g, '').replaceAll('=3D', '=')
  return new RegExp(`${page}\\?token=([\\w.-]+)`).exec(text)?.[1] ?? ''
}
