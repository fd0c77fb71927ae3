import type { CallToolResult, ToolAnnotations } from '@modelcontextprotocol/sdk/types.js'
import * as z from 'zod/mini'
import type { Permission } from '#contract/roles.ts'
import type { AppContext } from '#server/feature.ts'
import type { Staff } from '#server/identity/accounts.ts'
import type { Call } from './call-api.server.ts'
import type { Kind } from './kinds.server.ts'
import { outsideText } from './outside-text.ts'

/** One who calls tools: with the permissions that a tool can have, and the kinds of records that these let them read. */
export type ToolCaller = {
  staff: Staff
  may: (permission: Permission) => boolean
  kinds: Kind[]
  /** Those of which they write drafts. */
  written: Kind[]
  /** Calls our own API in their name. */
  call: Call
  /** Whether an address of this site leads to a page. */
  leads: (path: string) => Promise<boolean>
  context: AppContext
}

/** The answer of a tool: `data` is for programs too, `outside` are words of people outside the company. */
export type ToolAnswer = { data?: Record<string, unknown>; text?: string; outside?: string }

export const reads: ToolAnnotations = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
}
/** Adds something that a person can discard, and takes nothing away. */
export const adds: ToolAnnotations = { ...reads, readOnlyHint: false, idempotentHint: false }
/** Replaces an earlier proposal; former ones stay in the history. */
export const replaces: ToolAnnotations = { ...reads, readOnlyHint: false, destructiveHint: true }

/** The contract of the arguments of a tool. */
export type Arguments<Input> = z.ZodMiniType<Input> & { shape: z.core.$ZodShape }

export type Tool<Input = unknown> = {
  name: string
  title: string
  description: string
  annotations: ToolAnnotations
  input: Arguments<Input>
  /** The contract of `data`, where programs use it. */
  output?: z.ZodMiniType
  run(input: Input, caller: ToolCaller): Promise<ToolAnswer>
}

/** Declares a tool; its contract gives the type of what it gets. It takes no other arguments: ignored ones would seem to have worked. */
export const tool = <Input>(declared: Tool<Input>): Tool =>
  ({ ...declared, input: z.strictObject(declared.input.shape) }) as Tool

const fromOutside = { 'atrium/outsideText': true }

/** An answer as the protocol sends it. Words from outside are in no structured content, which has no marks. */
export function toResult({ data, text, outside }: ToolAnswer, isStructured: boolean): CallToolResult {
  const own = [text, data && JSON.stringify(data)].filter((part) => part !== undefined).join('\n\n')
  return {
    content: [
      ...(own ? [{ type: 'text' as const, text: own }] : []),
      ...(outside === undefined ? [] : [{ type: 'text' as const, text: outsideText(outside), _meta: fromOutside }]),
    ],
    ...(data && isStructured && { structuredContent: data }),
    ...(outside !== undefined && { _meta: fromOutside }),
  }
}

export const refusal = (message: string): CallToolResult => ({
  content: [{ type: 'text', text: message }],
  isError: true,
})

/** A choice whose error names the choices. */
export const oneOf = (label: string, names: string[]) =>
  z.enum(names as [string, ...string[]], `${label} must be one of: ${names.join(', ')}`)

/** Without fields that have no value. */
export const given = <Fields extends object>(fields: Fields): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined && value !== null))
