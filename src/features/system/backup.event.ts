import type { Transaction } from '#server/database/connect.ts'
import { emitAll } from '#server/hooks/emit.ts'
import { adminPath, eventKind, maybe, told } from '#server/hooks/event-kind.ts'

export const backupFailed = eventKind({
  name: 'backup.failed',
  label: 'A backup fails',
  group: 'Site',
  data: told.object(
    {
      reason: told.text('Why it failed.'),
      onlyCopy: told.flag('Whether the backup itself is good, and only its copy (`BACKUP_COMMAND`) has failed.'),
      failedAt: told.time('When it failed.'),
      lastGoodAt: maybe(told.time('The last good backup.')),
      adminUrl: told.address('System in the back office.'),
    },
    'A backup of the night, or one from System, has failed and the one before had not. It is tried again each hour, which is no further event until one has worked.',
  ),
  example: {
    reason: 'The disk is full',
    onlyCopy: false,
    failedAt: '2027-02-08T20:31:00.000Z',
    lastGoodAt: '2027-02-07T20:30:00.000Z',
    adminUrl: 'https://www.example.com/#/admin/system',
  },
  line: ({ reason, onlyCopy }) => `${onlyCopy ? 'The backup was not copied' : 'The backup failed'}: ${reason}`,
  link: 'adminUrl',
})

type Failure = { error?: string | undefined; onlyCopyFailed?: boolean | undefined; goodAt?: string | undefined }

/** Tells of the first failure of backups, in the transaction that stores it. */
export async function tellFailed(
  trx: Transaction,
  before: Failure,
  { error, onlyCopyFailed = false, goodAt }: Failure,
  failedAt: string,
): Promise<void> {
  if (error === undefined || before.error !== undefined) return
  await emitAll(trx, backupFailed, () => [
    { data: { reason: error, onlyCopy: onlyCopyFailed, failedAt, lastGoodAt: goodAt, adminUrl: adminPath('system') } },
  ])
}
