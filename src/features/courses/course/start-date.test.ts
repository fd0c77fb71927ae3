import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { addCourse } from '#testing/sample-rows.ts'
import { startTestApp, type TestApp } from '#testing/start-app.ts'

let site: TestApp
beforeAll(async () => {
  site = await startTestApp({ timeZone: 'Asia/Kolkata' }, { built: true })
  await addCourse(site.database, { slug: 'dated', title: 'Dated', startDate: '2031-03-04', featured: true })
})
afterEach(() => vi.useRealTimers())
afterAll(() => site.close())

const at = (time: string) => vi.useFakeTimers({ toFake: ['Date'], now: new Date(time) })
const read = async (path: string) => (await site.get(path)).text()
const dateShown = async (path: string) => {
  const [main = ''] = /<main[\s\S]*<\/main>/.exec(await read(path)) ?? []
  return /4\sMar\s2031/.test(main)
}
async function courseData() {
  const [, json = ''] =
    /<script type="application\/ld\+json">(.*?"Course".*?)<\/script>/.exec(await read('/courses/dated')) ?? []
  return JSON.parse(json)
}
const pages = ['/', '/courses', '/courses/dated']

test('a course names its start until the end of that day in the company’s zone', async () => {
  at('2031-03-04T18:29:00Z')
  for (const path of pages) expect(await dateShown(path), path).toBe(true)
  expect(await courseData()).toMatchObject({ hasCourseInstance: { startDate: '2031-03-04' } })
  expect(await (await site.get('/api/courses/dated')).json()).toMatchObject({ startDate: '2031-03-04', upcoming: true })

  // Midnight in India. The content has not changed, and its version is asked for once a second.
  vi.setSystemTime(new Date('2031-03-04T18:31:00Z'))
  for (const path of pages) await expect.poll(() => dateShown(path), { message: path }).toBe(false)
  expect(await read('/courses/dated')).toContain('/contact?subject=Next+dates%3A+Dated')
  expect(await courseData()).not.toHaveProperty('hasCourseInstance')
  const answer = await (await site.get('/api/courses')).json()
  expect(answer.courses[0]).toMatchObject({ startDate: '2031-03-04', upcoming: false })
})

test('structured data contains no free seats and no unknown mode', async () => {
  const data = JSON.stringify(await courseData())
  expect(data).toContain('"price"')
  expect(data).not.toMatch(/InStock|Online|courseMode|availability/)
})
