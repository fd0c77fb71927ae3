import { type FileHandle, open } from 'node:fs/promises'
import type { FastifyReply } from 'fastify'
import * as z from 'zod/mini'
import { doneBody } from '#contract/fields.ts'
import { nameRecord } from '#server/activity/log-calls.ts'
import { listBackups } from '#server/backup/backup-status.ts'
import { afterCommit } from '#server/database/storage-errors.ts'
import { feature } from '#server/feature.ts'
import { route } from '#server/http/route.ts'
import { staffOf } from '#server/identity/access.ts'
import { recordMailTest, sendTest } from '#server/mail/test-message.ts'
import { notFound } from '#server/runtime/http-error.ts'
import { system, systemChecks, systemChecksBody } from './system.contract.ts'
import { runChecks } from './system-checks.server.ts'
import { readSystem } from './system-state.server.ts'

const backupFile = {
  description: 'The backup, as it is restored.',
  content: { 'application/zip': { schema: z.string() } },
}

export const systemRoutes = feature('System', async (app, context) => {
  const { config, database, mailService } = context
  route(app, 'GET /system', {
    access: 'manage',
    summary: 'Get the state of the backups, the mail queue, the disk and the clock',
    answer: system,
    handler: async () => {
      const state = await readSystem(context)
      return { ...state, backup: { ...state.backup, running: state.backup.running || context.backups.isMaking() } }
    },
  })

  route(app, 'POST /system/mail-test', {
    access: 'manage',
    act: 'Send a test message',
    summary: 'Send the caller a message, as a test of the mail server',
    description: 'The answer is 200 once the mail server has accepted the message. Otherwise it is 503 and says why.',
    answer: doneBody,
    handler: async (request, reply) => {
      const { id: recipientId, email } = staffOf(request)
      await sendTest(context, 'mailTest', { recipientId }, reply)
      await afterCommit(request.log, 'The test message is not recorded', () => recordMailTest(database, config.mail))
      const written = `Saved as a file for ${email}, because no mail server is set up`
      return { message: mailService.kind === 'smtp' ? `Sent to ${email}` : written }
    },
  })

  route(app, 'POST /system/checks', {
    access: 'manage',
    activity: 'step',
    summary: 'Check mail DNS records and public reachability',
    input: systemChecksBody,
    answer: systemChecks,
    handler: async ({ body }) => {
      const { mail } = await context.site.now()
      return { checks: await runChecks(config, { mailFrom: mail.from, selector: body.dkimSelector }) }
    },
  })

  route(app, 'POST /system/backups', {
    access: 'manage',
    activity: 'always',
    act: 'Make a backup',
    summary: 'Make and verify a backup now, and copy it elsewhere as at night',
    description:
      'The answer is 202 once it is being made. `GET /api/system` says whether it still is, and with what result. While another is being made, the answer is 409.',
    answer: { 202: doneBody },
    handler: async () => {
      await context.backups.make()
      return { message: 'A backup is being made.' }
    },
  })

  route(app, 'GET /system/backups/newest', {
    access: 'manage',
    confirm: true,
    activity: 'always',
    act: 'Download a backup',
    summary: 'Download the newest backup in the folder of the process that answers',
    description: 'It holds everything, personal data and the hashes of passwords included, and is not encrypted.',
    answer: backupFile,
    handler: async (request, reply) => {
      const [newest] = await listBackups(config.dataDir)
      // An old one may be deleted at any moment.
      const file = newest && (await open(newest.file).catch(() => undefined))
      if (!file) throw notFound('There is no backup on the server yet.')
      nameRecord(request, newest.name)
      return sendBackup(reply, newest.name, file)
    },
  })
})

async function sendBackup(reply: FastifyReply, name: string, file: FileHandle): Promise<FastifyReply> {
  const { size } = await file.stat()
  return reply
    .type('application/zip')
    .header('content-disposition', `attachment; filename="${name}"`)
    .header('content-length', size)
    .header('x-content-type-options', 'nosniff')
    .header('cache-control', 'no-store')
    .send(file.createReadStream())
}
