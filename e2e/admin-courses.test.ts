import { randomUUID } from 'node:crypto'
import { agree, expect, failCalls, failedCalls, test, toast } from './admin-fixtures.ts'
import { expectAccessible } from './appearance.ts'
import { openTab } from './blog-form.ts'
import { give, picture } from './picture.ts'

// Playwright’s tracing loads a picture’s preview in a way that the page’s policy refuses.
test.use({ allowedConsole: new RegExp(`${failedCalls.source}|Connecting to 'blob:`) })

const course = (title: string) => ({
  title,
  slug: title.toLowerCase().replaceAll(' ', '-'),
  description: 'What it is.',
  duration: '8 weeks',
  price: 100,
  category: 'DevOps',
  level: 'Beginner',
  enrollmentUrl: 'https://example.com/enroll',
  prerequisites: [''],
  learningOutcomes: [''],
  active: true,
  featured: false,
})

test('a course is created with a picture and an instructor, and shown to visitors', async ({ page, api }) => {
  await page.goto('/#/admin/courses')
  await page.getByRole('link', { name: 'New Course' }).click()
  await expect(page.getByRole('heading', { name: 'Create New Course' })).toBeVisible()
  await expect(page.getByLabel('Level')).toHaveValue('Beginner')
  await expect(page.getByLabel('Price (₹)', { exact: true })).toHaveValue('0')
  await expect(page.getByLabel('Prerequisite 1', { exact: true })).toHaveValue('')
  await expect(page.getByLabel('Learning Outcome 1', { exact: true })).toHaveValue('')
  await expect(page.getByLabel('Active')).toBeChecked()
  await expect(page.getByLabel('Featured')).not.toBeChecked()
  await openTab(page, 'Publish')
  await expect(page.getByLabel('Appears')).toHaveCount(0)
  await page.getByRole('button', { name: 'Schedule…' }).click()
  await expect(page.getByLabel('Schedule', { exact: true })).toBeChecked()
  await expect(page.getByLabel('Appears')).toBeFocused()
  await expect(page.getByLabel('Appears')).toHaveValue(/T09:30$/)
  await expect(page.getByLabel('Instructor', { exact: true }).locator('option:checked')).toHaveText(/\(default\)$/)

  await page.getByRole('button', { name: 'Save', exact: true }).click()
  for (const name of ['Title', 'Description', 'Duration', 'Category', 'Enrollment URL'])
    await expect(page.getByText(`${name} is required`)).toBeVisible()
  // It follows the title.
  await expect(page.getByText('Slug is required')).toHaveCount(0)
  await expect(page.getByLabel('Title', { exact: true })).toBeFocused()

  await page.getByLabel('Title', { exact: true }).fill('Édge computing, by foot!')
  await expect(page.getByLabel('Slug')).toHaveValue('edge-computing-by-foot')
  await page.getByLabel('Slug').fill('my-own')
  await page.getByLabel('Title', { exact: true }).fill('Edge computing by hand')
  await expect(page.getByLabel('Slug')).toHaveValue('edge-computing-by-hand')
  await page.getByLabel('Description', { exact: true }).fill('What it is.')
  await page.getByLabel('Duration').fill('8 weeks')
  await page.getByLabel('Price (₹)', { exact: true }).fill('12500.50')
  await page.getByLabel('Discounted Price (₹)').fill('12500.50')
  await page.getByLabel('Category').selectOption('DevOps')
  await page.getByLabel('Enrollment URL').fill('no address')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Discounted price must be below the price')).toBeVisible()
  await expect(page.getByText(/Enrollment URL must be an address/)).toBeVisible()
  await page.getByLabel('Discounted Price (₹)').fill('9999')
  await page.getByLabel('Enrollment URL').fill('https://example.com/enroll/edge')
  await page.getByLabel('Prerequisite 1', { exact: true }).fill('A laptop')
  await page.getByLabel('Prerequisite 1', { exact: true }).press('Enter')
  await page.keyboard.insertText('Patience')
  await page.getByLabel('Learning Outcome 1', { exact: true }).fill('Edges')

  await page.getByLabel('Image', { exact: true }).setInputFiles(await picture('edge.png'))
  await expect(page.getByRole('button', { name: 'Replace image' })).toBeVisible()
  await page.getByLabel('Alternative text').fill('A red square')
  await page
    .getByLabel('Image', { exact: true })
    .setInputFiles({ name: 'note.txt', mimeType: 'text/plain', buffer: Buffer.from('no picture') })
  await expect(page.getByText('Please choose an image.')).toBeVisible()

  const dialog = page.getByRole('dialog', { name: 'Add instructor' })
  const chosen = page.getByLabel('Instructor', { exact: true }).locator('option:checked')
  for (const name of ['Ed', 'Edda Edge']) {
    await page.getByRole('button', { name: 'Add instructor' }).click()
    if (name === 'Ed') {
      await dialog.getByRole('button', { name: 'Save', exact: true }).click()
      await expect(dialog.getByText('Name is required')).toBeVisible()
    }
    await dialog.getByLabel('Name').fill(name)
    await dialog.getByLabel('Bio').fill('Lives there.')
    await dialog.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(chosen).toHaveText(name)
    if (name !== 'Ed') continue
    await page.getByRole('button', { name: 'Edit Ed', exact: true }).click()
    await page.getByRole('dialog', { name: 'Edit instructor' }).getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await expect(toast(page, 'Instructor deleted successfully')).toBeVisible()
    await expect(chosen).toHaveText(/\(default\)$/)
  }

  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(toast(page, 'Course created successfully')).toBeVisible()
  await expect(page).toHaveURL(/#\/admin\/courses$/)

  await page.getByPlaceholder('Search courses...').fill('edge COMPUTING by hand')
  await expect(page).toHaveURL(/search=edge/)
  const row = page.getByRole('row').filter({ hasText: 'Edge computing by hand' })
  await expect(row).toContainText('₹9,999')
  await expect(row.locator('s')).toContainText('₹12,500.50')
  const opened = page.waitForEvent('popup')
  await row.getByRole('link', { name: /^View/ }).click()
  const seen = await opened
  await expect(seen.getByRole('heading', { name: 'Edge computing by hand', level: 1 })).toBeVisible()
  await expect(seen.getByText('Edda Edge').first()).toBeVisible()
  await expect(seen.getByAltText('A red square')).toBeVisible()
  await seen.close()

  const stored = await api('GET', '/api/courses/edge-computing-by-hand')
  expect(stored).toMatchObject({ prerequisites: ['A laptop', 'Patience'], learningOutcomes: ['Edges'] })
})

test('a course is edited, switched, featured and deleted, with a toast for each change and each failure', {
  tag: '@all',
}, async ({ page, api }) => {
  const taken = await api('POST', '/api/courses', course('Taken about'))
  const made = { ...course('Switched about'), discountedPrice: 90, prerequisites: ['A laptop', 'Patience'] }
  const { _id } = await api('POST', '/api/courses', made)
  await page.goto('/#/admin/courses?search=about')
  await expect(page.getByRole('columnheader')).toHaveText([
    'Title',
    'Category',
    'Level',
    'Next date',
    'Price',
    'Status',
    'Featured',
    'Actions',
  ])
  const row = page.getByRole('row').filter({ hasText: 'Switched about' })
  await row.getByRole('link', { name: /^Edit/ }).click()
  await expect(page.getByRole('heading', { name: 'Edit Course' })).toBeVisible()
  await expect(page.getByLabel('Prerequisite 2', { exact: true })).toHaveValue('Patience')
  await page.getByLabel('Discounted Price (₹)').fill('')
  // A slug of another course is refused at its field.
  const slug = page.getByLabel('Slug')
  await slug.fill('taken-about')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(toast(page, 'Failed to save course')).toBeVisible()
  await expect(slug).toHaveAttribute('aria-invalid', 'true')
  await expect(slug).toBeFocused()
  await slug.fill(made.slug)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(toast(page, 'Course updated successfully')).toBeVisible()
  await expect(row.locator('s')).toHaveCount(0)
  await expect(row).toContainText('₹100')

  await row.getByRole('button', { name: 'Active' }).click()
  await expect(toast(page, 'Course deactivated successfully')).toBeVisible()
  await row.getByRole('button', { name: 'Inactive' }).click()
  await expect(toast(page, 'Course activated successfully')).toBeVisible()
  await row.getByRole('button', { name: 'Not Featured' }).click()
  await expect(toast(page, 'Course added to featured successfully')).toBeVisible()
  await row.getByRole('button', { name: 'Featured' }).click()
  await expect(toast(page, 'Course removed from featured successfully')).toBeVisible()

  await failCalls(page, `**/api/courses/${_id}`)
  await row.getByRole('button', { name: 'Active' }).click()
  await expect(toast(page, 'Failed to update course status')).toBeVisible()
  await row.getByRole('button', { name: 'Not Featured' }).click()
  await expect(toast(page, 'Failed to update course featured status')).toBeVisible()
  await row.getByRole('button', { name: /^Delete/ }).click()
  await agree(page, 'Are you sure you want to delete this course?')
  await expect(toast(page, 'Failed to delete course')).toBeVisible()
  await failCalls(page, `**/api/courses/id/${taken._id}`)
  await page.getByRole('row').filter({ hasText: 'Taken about' }).getByRole('link', { name: /^Edit/ }).click()
  await expect(toast(page, 'Failed to fetch course')).toBeVisible()
  await expect(page).toHaveURL(/#\/admin\/courses$/)

  await row.getByRole('link', { name: /^Edit/ }).click()
  await page.getByLabel('Duration').fill('9 weeks')
  // The toast of the refused slug is gone by now.
  await expect(toast(page, 'Failed to save course')).toHaveCount(0)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(toast(page, 'Failed to save course')).toBeVisible()
  await expect(page.getByLabel('Duration')).toHaveValue('9 weeks')
  // What is not saved is asked for before the form is left.
  await page.getByRole('link', { name: 'Products', exact: true }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('unsaved')
  await question.getByRole('button').first().click()
  await expect(page.getByLabel('Duration')).toHaveValue('9 weeks')
  await page.getByRole('link', { name: 'Products', exact: true }).click()
  await question.getByRole('button').last().click()
  // The form is gone, so it does not ask again.
  await expect(page.getByRole('heading', { level: 1, name: 'Products' })).toBeVisible()

  await failCalls(page, /\/api\/courses\/adminCourses/)
  await page.goto('/#/admin/courses?search=Switched+about')
  await expect(toast(page, 'Failed to fetch courses')).toBeVisible()
  await page.unroute(/\/api\/courses\/adminCourses/)
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect(page.getByRole('table')).toBeVisible()
  await page.unroute(`**/api/courses/${_id}`)
  await row.getByRole('button', { name: /^Delete/ }).click()
  await agree(page, 'Are you sure you want to delete this course?')
  await expect(toast(page, 'Course deleted successfully')).toBeVisible()
  await expect(page.getByText('No courses found')).toBeVisible()
})

test('a group is offered the free seats, demand becomes a date, and dates are added, cancelled and moved while a text is unsaved', async ({
  page,
  api,
  request,
}) => {
  const { _id } = await api('POST', '/api/courses', { ...course('Held twice'), asksBy: 'request' })
  await request.post('/api/course-requests', {
    data: { courseId: _id, kind: 'enrol', name: 'Ravi', email: 'ravi@people.example' },
  })
  const slug = `people-${randomUUID()}`
  const { _id: courseId } = await api('POST', '/api/courses', { ...course('Groups'), slug })
  const { _id: cohortId } = await api('POST', `/api/courses/${courseId}/cohorts`, {
    ...{ startsOn: '2098-01-04', seats: 3, bookedElsewhere: 3, enrolVia: 'request' },
  })
  const ask = async (name: string, data: object) => {
    const email = `${name.toLowerCase()}@people.example`
    const asked = await request.post('/api/course-requests', { data: { courseId, name, email, ...data } })
    expect(asked.status()).toBe(201)
  }
  for (const name of ['Vikram', 'Meera']) await ask(name, { kind: 'nextDate', months: ['2099-02'], weekdays: [6] })
  await api('POST', `/api/cohorts/${cohortId}/booked`, { people: -2 })
  await ask('Zubin', { kind: 'enrol', cohortId, people: 2 })
  // A group for which the seats are too few joins the waitlist with what it has typed.
  await page.goto(`/courses/${slug}?ask=enrol&date=${cohortId}#ask`)
  const form = page.locator('#ask')
  await form.getByLabel('Name').fill('Asha')
  await form.getByLabel('Email').fill('asha@people.example')
  await form.getByLabel('Number of people').fill('5')
  await form.getByRole('button', { name: 'Request my seat' }).click()
  await expect(form.getByText('There are 2 seats left. Join the waitlist for 5?')).toBeVisible()
  await form.getByRole('button', { name: 'Join the waitlist' }).click()
  await expect(form.getByText('You are number 1 on the waitlist for 4 January.')).toBeVisible()

  await page.goto(`/#/admin/courses/${courseId}/registrations?group=waiting`)
  const asha = page.getByRole('row', { name: 'Asha' })
  await expect(asha).toContainText('1st in line')
  await page.keyboard.press('j')
  await page.keyboard.press('o')
  await page.getByRole('button', { name: 'Offer 2 of 5 seats' }).click()
  // The site of these tests sends no mail.
  const link = page.getByRole('dialog').getByLabel('shown only once')
  await expect(link).toHaveValue(/registration\?token=/)
  const offer = new URL(await link.inputValue())
  await page.keyboard.press('Escape')
  await expect(asha).toBeFocused()
  await expect(asha).toContainText(/Offered2 of 5 seats, until .* IST/)

  // What they asked with is corrected, and the old values stay.
  await page.keyboard.press('e')
  const edit = page.getByRole('dialog', { name: 'Edit registration' })
  await edit.getByLabel('GSTIN').fill('27AAPFU0939F1ZX')
  await edit.getByLabel('Company').fill('Kelp & Co')
  await edit.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(edit.getByText('This GSTIN has a wrong check digit')).toBeVisible()
  await edit.getByLabel('GSTIN').fill('27AAPFU0939F1ZV')
  await edit.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(asha).toContainText('Kelp & Co27AAPFU0939F1ZV')
  await asha.getByRole('button', { name: 'Actions for Asha' }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  await expect(edit.getByRole('region', { name: 'Earlier values' })).toContainText('no company, no GSTIN')
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: /^Enroll/ }).click()
  await api('POST', `/api/cohorts/${cohortId}/booked`, { people: -1 })
  await page.getByRole('button', { name: 'Confirm: Zubin' }).click()
  await expect(page.getByRole('alertdialog', { name: 'Confirm 1 of 2 seats?' })).toBeVisible()
  await page.getByRole('button', { name: 'Not now' }).click()
  await api('POST', `/api/cohorts/${cohortId}/booked`, { people: 1 })
  await page.getByRole('button', { name: 'Confirm: Zubin' }).click()
  await expect(page.getByRole('alertdialog')).toContainText('Not enough seats: 2 people, 0 seats left')
  await page.getByRole('button', { name: 'Move to waitlist' }).click()
  await expect(toast(page, 'Zubin is on the waitlist')).toBeVisible()

  await page.getByRole('button', { name: /^Interested/ }).click()
  await expect(page.getByText('2 of 2 prefer Saturdays in February 2099.')).toBeVisible()
  await page.getByRole('link', { name: 'Add this date' }).click()
  await expect(page.getByRole('dialog').getByLabel('Start date')).toHaveValue('2099-02-07')
  await page.keyboard.press('Escape')

  // A date with people is cancelled instead of deleted.
  await page.getByRole('button', { name: 'Actions for 4 Jan 2098' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  const instead = page.getByRole('alertdialog', { name: 'Cancel the date instead?' })
  await expect(instead).toContainText('2 enrolled, 2 on the waitlist.')
  await expect(instead.getByRole('link', { name: 'View registrations' })).toBeVisible()
  await instead.getByRole('button', { name: 'Keep date' }).click()

  // An enrollment for a course without dates.
  await page.getByRole('link', { name: 'Back to courses' }).click()
  await page.getByRole('link', { name: 'Registrations', exact: true }).click()
  const navigation = page.getByRole('navigation', { name: 'Admin' })
  await expect(navigation.getByRole('link', { name: 'Courses' })).toHaveAttribute('aria-current', 'page')
  const ravi = page.getByRole('row', { name: 'Ravi' })
  await ravi.getByRole('button', { name: 'Confirm: Ravi' }).click()
  await expect(ravi).toContainText('Enrolled')

  await page.getByRole('link', { name: 'Courses', exact: true }).click()
  await page.getByRole('button', { name: 'Delete Groups' }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('4 Jan 2098: 3 seats booked, 2 on the waitlist.')
  await expect(question.getByRole('link', { name: 'Cancel a date and notify them' })).toBeVisible()
  await question.getByRole('button', { name: 'Cancel' }).click()

  // The visitor takes the seats, and says on a phone who comes and what the invoice needs.
  const visitor = await page.context().newPage()
  await visitor.setViewportSize({ width: 390, height: 844 })
  await visitor.goto(offer.pathname + offer.search)
  await visitor.getByRole('button', { name: 'Accept' }).click()
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('You have 2 seats for 4 January')
  const seat = visitor.getByRole('group', { name: 'Seat 2' })
  await seat.getByLabel('Name').fill('आशा')
  await visitor.getByLabel('GSTIN').fill('27AAPFU0939F1ZX')
  await visitor.getByRole('button', { name: 'Save changes' }).click()
  await expect(visitor.getByLabel('GSTIN')).toBeFocused()
  await expect(visitor.getByText('This GSTIN has a wrong check digit')).toBeInViewport()
  await expect(seat.getByLabel('Name')).toHaveValue('आशा')
  await visitor.getByLabel('GSTIN').fill('27AAPFU0939F1ZV')
  await visitor.getByRole('button', { name: 'Save changes' }).click()
  await expect(visitor.getByText('Your changes are saved.')).toBeInViewport()
  await expect(seat.getByLabel('Name')).toHaveValue('आशा')
  await expectAccessible(visitor, 'booking')
  await visitor.close()
  await page.getByRole('link', { name: 'Held twice', exact: true }).click()
  await page.getByLabel('Duration').fill('9 weeks')
  await expect(page.getByLabel('Start Date')).toBeVisible()
  await page.getByRole('tab', { name: 'Dates' }).click()

  await page.getByRole('button', { name: 'Add a date' }).click()
  const dialog = page.getByRole('dialog')
  // The foot stays in the window while the rest scrolls.
  await expect(dialog.getByRole('button', { name: 'Save', exact: true })).toBeInViewport({ ratio: 1 })
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(dialog.getByText('Start date is required')).toBeVisible()
  // The end and the deadline move with the start.
  await dialog.getByLabel('Start date').fill('2031-02-01')
  await dialog.getByLabel('End date', { exact: true }).fill('2031-02-22')
  await dialog.getByLabel('Enrollment deadline').fill('2031-01-25')
  await dialog.getByLabel('Start date').fill('2031-02-08')
  await expect(dialog.getByText('End date and Enrollment deadline moved by 7 days too.')).toBeVisible()
  await expect(dialog.getByLabel('End date', { exact: true })).toHaveValue('2031-03-01')
  await expect(dialog.getByLabel('Enrollment deadline')).toHaveValue('2031-02-01')
  for (const label of ['End date', 'Enrollment deadline']) await dialog.getByLabel(label, { exact: true }).fill('')
  await dialog.getByLabel('Schedule').fill('Sat 10:00-13:00')
  await dialog.getByLabel('Seats').fill('8')
  await dialog.getByLabel('Booked elsewhere').fill('9')
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(toast(page, 'Date added successfully')).toBeVisible()
  const row = page.getByRole('row', { name: /8 Feb 2031/ })
  await expect(row).toContainText('9 / 8 booked1 over capacityFull')
  await expect(page.getByLabel('Start Date')).toHaveCount(0)

  await row.getByRole('button', { name: 'Actions for 8 Feb 2031' }).click()
  await page.getByRole('menuitem', { name: 'Duplicate in 8 weeks' }).click()
  await expect(page.getByRole('row', { name: /5 Apr 2031/ })).toContainText('0 / 8 bookedOpen')
  await row.getByRole('button', { name: 'Actions for 8 Feb 2031' }).click()
  await page.getByRole('menuitem', { name: 'Cancel date…' }).click()
  await expect(page.getByRole('alertdialog')).toContainText('No confirmed registrations.')
  await page.getByRole('button', { name: 'Cancel date' }).click()
  await expect(row).toContainText('Cancelled')

  await expect(page.getByLabel('Duration')).toHaveValue('9 weeks')
  await page.keyboard.press('Control+s')
  await expect(toast(page, 'Course updated successfully')).toBeVisible()
  const stored = await api('GET', `/api/courses/id/${_id}`)
  expect(stored).toMatchObject({ duration: '9 weeks', startDate: '2031-04-05' })

  // A picture is dropped on its field, or pasted.
  await page.getByRole('link', { name: 'Back to courses' }).click()
  await page.getByRole('link', { name: 'New Course' }).click()
  const field = page.getByRole('group', { name: 'Image' })
  for (const kind of ['drop', 'paste'] as const) {
    const before = (await field.locator('img').count()) > 0 ? await field.locator('img').getAttribute('src') : null
    await give(field.getByRole('button').first(), kind, await picture(`${kind}ed.png`))
    await expect(field.locator('img')).toHaveAttribute('src', /^\/media\//)
    if (before) await expect(field.locator('img')).not.toHaveAttribute('src', before)
  }
  await field.getByRole('button', { name: 'Remove image' }).click()
  await expect(field.locator('img')).toHaveCount(0)

  // A form that was left offers its draft again.
  await page.getByLabel('Title', { exact: true }).fill('Half a course')
  await page.getByRole('link', { name: 'Products', exact: true }).click()
  await page.getByRole('alertdialog').getByRole('button').last().click()
  await expect(page.getByRole('heading', { level: 1, name: 'Products' })).toBeVisible()
  await page.goto('/#/admin/courses/new')
  await page.getByRole('button', { name: 'Restore' }).click()
  await expect(page.getByLabel('Title', { exact: true })).toHaveValue('Half a course')
})
