import { writeFileSync } from 'node:fs'
import { test } from 'vitest'
import { describedOperations } from '#testing/api-operations.ts'
import { recordScenes } from '#testing/record-scenes.ts'
import { settled } from '#testing/record-call.ts'
import { startTestApp } from '#testing/start-app.ts'
test('scenes', { timeout: 120_000 }, async () => {
  const site = await startTestApp()
  const { examples, failed } = await recordScenes(await describedOperations(site))
  await site.close()
  writeFileSync('/tmp/k7c/scenes.json', JSON.stringify(settled(examples), null, 1))
  for (const one of failed) console.log(one.join('\n').slice(0, 900))
})
