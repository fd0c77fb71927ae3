import { expect, failedCalls, test } from './admin-fixtures.ts'
import { makeColleague, openAs } from './colleague.ts'

type People = { _id: string; name: string; attended: Record<string, boolean> }[]

test.use({
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
  beginSignedIn: false,
  allowedConsole: failedCalls,
})

test('a trainer takes attendance on a phone in flight mode, and a colleague at the same time', async ({
  page,
  api,
  context,
}) => {
  const trainer = await makeColleague(api, 'Meera Kulkarni', 'trainer')
  const { instructor } = await api<{ instructor: { _id: string } }>('GET', '/api/courses/cloud-foundations-on-aws')
  const course = await api('POST', '/api/courses', {
    ...{
      title: 'Taught on a phone',
      slug: `taught-${trainer._id}`,
      description: 'Three evenings.',
      syllabus: 'Much.',
      duration: '1 day',
    },
    ...{
      price: 100,
      category: 'Cloud Computing',
      level: 'Beginner',
      instructor: instructor._id,
      enrollmentUrl: 'https://example.com/enroll',
    },
  })
  const today = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Kolkata' }).format(new Date())
  const date = await api('POST', `/api/courses/${course._id}/cohorts`, {
    ...{ startsOn: today, seats: 12, enrolVia: 'request', trainerIds: [trainer._id] },
  })
  for (const name of ['Nila Rao', 'Omkar Pawar', 'Tara Khan'])
    await api('POST', '/api/course-requests/entered', { courseId: course._id, cohortId: date._id, name })
  const stored = async () => {
    const { participants } = await api<{ participants: People }>('GET', `/api/cohorts/${date._id}/participants`)
    return participants.map(({ name, attended }) => [name, attended[today]])
  }
  const person = (name: string) => page.getByRole('button', { name: new RegExp(`^${name}`) })
  const [nila, omkar, tara] = [person('Nila Rao'), person('Omkar Pawar'), person('Tara Khan')] as const

  await openAs(page, trainer, `/admin/courses/dates/${date._id}?tab=attendance`)
  await expect(page.getByText('0 present · 0 absent · 3 to mark')).toBeVisible()
  await context.setOffline(true)
  await nila.tap()
  await omkar.tap()
  await omkar.tap()
  await expect(nila).toContainText('Present')
  await expect(omkar).toContainText('Absent')
  const waits = page.getByText('Saved on this phone, not sent yet: 2 participants.')
  await expect(waits).toBeVisible()
  const { participants } = await api<{ participants: People }>('GET', `/api/cohorts/${date._id}/participants`)
  expect(participants.map(({ attended }) => attended)).toEqual([{}, {}, {}])
  await api('PUT', `/api/cohorts/${date._id}/attendance`, { day: today, present: [participants[2]?._id], absent: [] })

  await context.setOffline(false)
  await expect(waits).toBeHidden()
  await expect(tara).toContainText('Present')
  const merged = [
    ['Nila Rao', true],
    ['Omkar Pawar', false],
    ['Tara Khan', true],
  ]
  expect(await stored()).toEqual(merged)

  // The presses outlive the page.
  await context.setOffline(true)
  await omkar.tap()
  await expect(page.getByText('not sent yet: 1 participant.')).toBeVisible()
  await page.close()
  await context.setOffline(false)
  await openAs(await context.newPage(), trainer, `/admin/courses/dates/${date._id}`)
  await expect.poll(stored).toEqual(merged.map(([name, there]) => [name, there || name === 'Omkar Pawar']))
})
