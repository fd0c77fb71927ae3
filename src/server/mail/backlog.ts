import type { Database } from '#server/database/connect.ts'

/** The numbers of messages that are due, due later and being sent, and the age of the oldest due message. */
export type Backlog = { due: number; later: number; sending: number; oldestSeconds: number }

export async function readBacklog({ db }: Database): Promise<Backlog> {
  const now = Date.now()
  const count = (state: 'waiting' | 'sending') =>
    db
      .selectFrom('deliveries')
      .select(({ fn }) => [fn.countAll<number>().as('count'), fn.min('dueAt').as('oldest')])
      .where('state', '=', state)
  const due = await count('waiting').where('dueAt', '<=', new Date(now).toISOString()).executeTakeFirstOrThrow()
  const all = await count('waiting').executeTakeFirstOrThrow()
  const sending = await count('sending').executeTakeFirstOrThrow()
  return {
    due: due.count,
    later: all.count - due.count,
    sending: sending.count,
    oldestSeconds: due.oldest ? Math.max(0, now - Date.parse(due.oldest)) / 1_000 : 0,
  }
}
