import { randomUUID } from 'node:crypto'
import { expect, test, visit } from './admin-fixtures.ts'

const course = {
  ...{ description: 'Teaches.', duration: '8 weeks', price: 10, category: 'DevOps', level: 'Beginner' },
  ...{ syllabus: '## Week 1', enrollmentUrl: 'https://example.com/enrol' },
}

test('a group is offered the seats that are free, and wishes become a date', async ({ page, api, request }) => {
  const slug = `people-${randomUUID()}`
  const { _id: courseId } = await api('POST', '/api/courses', { ...course, title: 'People', slug })
  const { _id: cohortId } = await api('POST', `/api/courses/${courseId}/cohorts`, {
    ...{ startsOn: '2098-01-04', seats: 3, takenElsewhere: 3, enrolVia: 'request' },
  })
  const ask = async (name: string, data: object) => {
    const email = `${name.toLowerCase()}@people.example`
    const asked = await request.post('/api/course-requests', { data: { courseId, name, email, ...data } })
    expect(asked.status()).toBe(201)
  }
  await ask('Asha', { kind: 'waitlist', cohortId, people: 5 })
  for (const name of ['Vikram', 'Meera']) await ask(name, { kind: 'nextDate', months: ['2099-02'], weekdays: [6] })
  await api('POST', `/api/cohorts/${cohortId}/taken`, { people: -2 })

  await visit(page, `/admin/courses/${courseId}/people?group=waiting`)
  const row = page.getByRole('row', { name: 'Asha' })
  await expect(row).toContainText('1st in line')
  await page.keyboard.press('j')
  await page.keyboard.press('o')
  await page.getByRole('button', { name: 'Offer 2 of 5 seats' }).click()
  // The site of these tests sends no mail.
  await expect(page.getByRole('dialog').getByLabel('The link is shown only now')).toHaveValue(/course-request\?token=/)
  await page.keyboard.press('Escape')
  await expect(row).toBeFocused()
  await expect(row).toContainText(/Offered2 of 5 seats, until .* IST/)

  await page.getByRole('button', { name: /^Interested/ }).click()
  await expect(page.getByText('2 of 2: Saturdays in February 2099.')).toBeVisible()
  await page.getByRole('link', { name: 'Make this date' }).click()
  await expect(page.getByRole('dialog').getByLabel('Starts')).toHaveValue('2099-02-07')
})
