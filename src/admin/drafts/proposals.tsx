import { queryOptions, useQuery } from '@tanstack/react-query'
import { adminFetch, adminPageQuery, changeInBulk } from '#admin/api/admin-calls.ts'
import { undoTime, unlessRefused, useAct } from '#admin/api/use-act.ts'
import { confirm } from '#admin/dialogs/confirm.tsx'
import { keepFocus } from '#admin/hooks.ts'
import { bothQuestions, useAloneQuestion } from '#admin/session/second-person.tsx'
import { usePublishesNothing } from '#admin/session/use-auth.ts'
import { LocalDateTime, LocalTime, nameOfRecentDay, useTimeZone } from '#admin/time.tsx'
import { inSentence } from '#contract/labels.ts'
import { inNameOf, type Proposal } from '#contract/proposals.ts'
import { bodyOf, type WorkingCopy } from '#contract/unpublished.ts'
import { listPath } from '#web/api-query.ts'

/** The proposals of assistants, the newest first, or that of a record. */
export const proposalsQuery = (asked: { entity?: string | undefined; id?: string | undefined; limit?: number }) =>
  queryOptions(adminPageQuery<Proposal[]>(listPath('/api/proposals', asked)))

/** The proposal that a record of a kind is or has: null for none, undefined until it is known. */
export function useProposalOf(entity: string | undefined, id: string | undefined): Proposal | null | undefined {
  const isAsked = entity !== undefined && id !== undefined
  const { data, isPending } = useQuery({ ...proposalsQuery({ entity, id }), enabled: isAsked })
  return data?.body[0] ?? (isAsked && isPending ? undefined : null)
}

/** 'today 10:40' */
export function When({ iso }: { iso: string }) {
  const day = nameOfRecentDay(iso, useTimeZone())
  if (day === undefined) return <LocalDateTime iso={iso} />
  return (
    <>
      {day} <LocalTime iso={iso} />
    </>
  )
}

export const ProposedWords = ({
  of: {
    assistant,
    for: { name },
    at,
  },
}: {
  of: Proposal
}) => (
  <>
    Proposed by{' '}
    <bdi dir="ltr" className="wrap-anywhere">
      {inNameOf(assistant, name)}
    </bdi>
    , <When iso={at} />
  </>
)

/** When visitors see something, for people who can publish it and for others. */
export const useUntilPublished = (it: 'it' | 'them'): string =>
  `until ${usePublishesNothing() ? `a colleague publishes ${it}` : 'you publish'}`

/** The question before unpublished changes are discarded. */
export const discardQuestion = {
  question: 'Discard the unpublished changes?',
  detail: 'The live version stays as it is. You can still find the changes in the history.',
  action: 'Discard',
}

/** The acts of people with a proposal outside of its form. Each is about the version that was listed. */
export function useProposal({ entity, record, kind, calls, reads, version, name, label }: Proposal) {
  const { act, busy } = useAct({ reload: '' })
  const alone = useAloneQuestion(entity)
  const path = `${calls}/${record}`

  async function publishDraft() {
    const changed = await changeInBulk(calls, 'publish', [{ _id: record, version }])
    const undo = () => act(() => changeInBulk(calls, 'unpublish', changed), { done: 'Undone' })
    return { done: `${label} published`, detail: `“${name}”`, time: undoTime, undo }
  }

  async function publishChanges() {
    const { workingCopy } = await adminFetch<{ workingCopy?: WorkingCopy }>(reads)
    const json = workingCopy ? bodyOf(workingCopy) : {}
    await adminFetch(`${path}?workingCopy=publish`, { method: 'PUT', json, ifMatch: version })
    return `Changes of “${name}” published`
  }

  return {
    busy,
    async publish() {
      const changes = kind === 'change' && {
        question: 'Publish these changes?',
        detail: `Visitors see “${name}” with them immediately.`,
        action: 'Publish',
        harmless: true,
      }
      const question = bothQuestions(alone, changes || undefined)
      if (question && !(await confirm(question))) return
      if (kind === 'change') await act(publishChanges, { done: (told) => told })
      else await act(publishDraft, { done: (told) => told })
      keepFocus()
    },
    /** Moves a new draft to the trash, and discards changes. @returns whether it is done */
    async discard(): Promise<boolean> {
      if (kind === 'change') {
        if (!(await confirm(discardQuestion))) return false
        const call = { method: 'DELETE', ifMatch: version } as const
        const done = await act(() => adminFetch(`${path}/working-copy`, call), { done: 'Changes discarded' })
        keepFocus()
        return done !== undefined
      }
      const restore = () => adminFetch(`/api/trash/${entity}/${record}/restore`, { method: 'POST' })
      const deleted = await act(() => adminFetch(path, { method: 'DELETE' }), {
        done: {
          done: `${label} discarded`,
          detail: `“${name}” is in the trash.`,
          time: undoTime,
          undo: () => act(restore, { done: `${label} restored` }),
        },
        failed: unlessRefused(`Failed to delete ${inSentence(label)}`),
      })
      keepFocus()
      return deleted !== undefined
    },
  }
}
