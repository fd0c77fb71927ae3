import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import * as z from 'zod/mini'
import { may as mayRole } from '#contract/roles.ts'
import { type Log, logFailure } from '#server/database/storage-errors.ts'
import { failedHere, ToolError } from './call-api.server.ts'
import { checkTool } from './check.server.ts'
import { askReviewTool, createDraftTool, previewTool, proposeChangeTool } from './drafts.server.ts'
import { listMediaTool, uploadPictureTool } from './media.server.ts'
import { analyticsTool, draftAnswerTool, getContactTool, listContactsTool } from './people.server.ts'
import { getRecordTool, listRecordsTool, searchTool } from './records.server.ts'
import { getSchemaTool } from './schemas.server.ts'
import { refusal, type Tool, type ToolCaller, toResult } from './tool.server.ts'

/** The tools of a caller: those that their permissions allow. None publishes, sends, deletes, or touches users and settings. */
export function toolsOf(caller: ToolCaller): Map<string, Tool> {
  const { may, written, kinds, staff } = caller
  const when = (allowed: boolean, ...tools: ((caller: ToolCaller) => Tool)[]) => (allowed ? tools : [])
  const made = [
    ...when(true, searchTool),
    ...when(kinds.length > 0, listRecordsTool, getRecordTool, getSchemaTool),
    ...when(written.length > 0, createDraftTool, proposeChangeTool, previewTool, checkTool, askReviewTool),
    ...when(true, listMediaTool),
    ...when(may('writeContent'), uploadPictureTool),
    ...when(true, analyticsTool),
    ...when(may('readContacts'), listContactsTool, getContactTool),
    // The call asks the role as well: nobody does with an assistant more than they may themselves.
    ...when(may('readContacts') && mayRole({ role: staff.role }, 'writeContacts'), draftAnswerTool),
  ]
  return new Map(made.map((make) => make(caller)).map((one) => [one.name, one]))
}

const schemaOf = (contract: z.ZodMiniType, io: 'input' | 'output') => {
  const { $schema: _, ...schema } = z.toJSONSchema(contract, { io, unrepresentable: 'any' })
  return schema as { type: 'object' }
}

const describe = ({ name, title, description, annotations, input, output }: Tool) => ({
  ...{ name, title, description, annotations },
  inputSchema: schemaOf(input, 'input'),
  ...(output && { outputSchema: schemaOf(output, 'output') }),
})

/** They follow from the role and the permissions alone, of which a tool has five. */
const described = new Map<string, ReturnType<typeof describe>[]>()

/** The tools of a caller as `tools/list` describes them. */
export const describeTools = (caller: ToolCaller) =>
  described.getOrInsertComputed([caller.staff.role, ...[...(caller.staff.granted ?? [])].toSorted()].join(), () =>
    [...toolsOf(caller).values()].map(describe),
  )

function inWords({ code, path, message, ...issue }: z.core.$ZodIssue, known: string[]): string {
  if (code === 'unrecognized_keys' && path.length === 0 && 'keys' in issue)
    return `This tool has no argument ${issue.keys.join(', ')}. Its arguments are: ${known.join(', ')}.`
  return [path.join('.'), message].filter(Boolean).join(': ')
}

/**
 * Runs a tool.
 * @returns the refusal in words, where there is one. A failure of the server is one too, whose cause is in the log only.
 */
export async function runTool(
  { input, output, run }: Tool,
  sent: unknown,
  caller: ToolCaller,
  log: Log,
): Promise<CallToolResult> {
  const { data, error } = z.safeParse(input, sent ?? {})
  if (error) return refusal(error.issues.map((issue) => inWords(issue, Object.keys(input.shape))).join('\n'))
  try {
    return toResult(await run(data, caller), output !== undefined)
  } catch (failure) {
    if (failure instanceof ToolError) return refusal(failure.message)
    logFailure(log, failure)
    return refusal(failedHere)
  }
}
