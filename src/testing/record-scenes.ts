import type { Operation } from './api-operations.ts'
import { connectionScenes } from './connection-scenes.ts'
import { contentScenes } from './content-scenes.ts'
import { courseScenes } from './course-scenes.ts'
import { startReceiver } from './hook-receiver.ts'
import { type Examples, makeCall, publicUrl, settled } from './record-call.ts'
import { mailSecret, picture, type Stage } from './scene.ts'
import { refuseStored } from './secrets.ts'
import { startSmtpSink } from './smtp-sink.ts'
import { startTestApp } from './start-app.ts'
import { mailSettings } from './subscriber-rows.ts'

/** Makes the calls of all scenes on a site of their own. @returns their examples, and the scenes that failed */
export async function recordScenes(
  operations: Operation[],
): Promise<{ examples: Examples; failed: [string, string][] }> {
  const [sink, receiver] = await Promise.all([startSmtpSink(), startReceiver()])
  const mail = {
    smtpUrl: sink.url,
    bounceSecret: mailSecret,
    inboundSecret: mailSecret,
    replyTo: 'replies@example.com',
  }
  const site = await startTestApp(
    {
      ...{ sampleContent: true, publicUrl, rateLimit: false, hooks: { private: true }, mail: mailSettings(mail) },
      newsletter: { hold: 2, confirm: false },
    },
    { built: true, fetchOutside: async () => ({ status: 200, body: picture }) as never },
  )
  try {
    const staff = await site.asStaff({ email: 'asha@example.com' })
    const byName = new Map(operations.map((operation) => [operation.id, operation]))
    const examples: Examples = {}
    const say: Stage['say'] = async (id, given = {}, by = staff) => {
      const operation = byName.get(id)
      if (!operation) throw new Error(`There is no call ${id}`)
      const made = await makeCall(site, by, operation, given)
      if (!made.example) throw new Error(`${id} ${made.refusal}`)
      examples[id] = made.example
      return made.answer
    }
    await say('confirmIdentity', { body: { password: staff.password } })
    const failed: [string, string][] = []
    for (const [name, scene] of Object.entries({ ...connectionScenes, ...contentScenes, ...courseScenes }))
      await scene({ site, staff, sink, receiver, say }).catch((error: Error) =>
        failed.push([name, String(error.stack)]),
      )
    await refuseStored(site, JSON.stringify(settled(examples)))
    return { examples, failed }
  } finally {
    await site.close()
    await Promise.all([sink.close(), receiver.close()])
  }
}
