import { agree, expect, failCalls, failedCalls, test, toast } from './admin-fixtures.ts'
import { complete } from './appearance.ts'

const kinds = [
  {
    many: 'products',
    one: 'product',
    One: 'Product',
    nameField: 'name',
    nameLabel: 'Product Name',
    category: 'AI & Automation Solutions',
  },
  {
    many: 'services',
    one: 'service',
    One: 'Service',
    nameField: 'title',
    nameLabel: 'Service Title',
    category: 'Generative AI',
  },
]

/** A product as the API accepts it. */
const item = (name: string) => ({
  name,
  icon: 'Cpu',
  category: 'AI & Automation Solutions',
  description: 'What it is.',
  features: ['One', ''],
  active: true,
})

// The tests share one ordered list, so they run one after another.
test.describe.configure({ mode: 'serial' })
test.use({ allowedConsole: failedCalls })

test('a product and a service are created, found, edited, switched off and on, and deleted', async ({ page }) => {
  // Both kinds are one list and one form, so each push goes through them with one.
  for (const { many, one, One, nameLabel, category } of complete ? kinds : kinds.slice(0, 1)) {
    await page.goto(`/#/admin/${many}`)
    await page.getByRole('link', { name: `New ${One}` }).click()
    await expect(page).toHaveURL(new RegExp(`#/admin/${many}/new$`))
    await expect(page.getByRole('heading', { name: `Create New ${One}` })).toBeVisible()
    await expect(page.getByLabel('Active')).toBeChecked()
    await expect(page.getByLabel('Feature 1', { exact: true })).toHaveValue('')
    await expect(page.getByLabel(nameLabel)).toBeFocused()
    if (one === 'service') await expect(page.getByLabel('Icon')).toHaveValue('Code')

    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByText(`${one === 'product' ? 'Product name' : 'Service title'} is required`)).toBeVisible()
    await expect(page.getByText('Category is required')).toBeVisible()
    await expect(page.getByText('Description is required')).toBeVisible()
    await expect(page.getByLabel(nameLabel)).toBeFocused()

    await page.getByLabel(nameLabel).fill(`Zebra ${one}`)
    await page.getByLabel('Category').selectOption(category)
    await page.getByLabel('Description').fill('What it is.')
    await page.getByLabel('Feature 1', { exact: true }).fill('First')
    await page.getByRole('button', { name: 'Add Feature' }).click()
    await page.keyboard.type('Second')
    await page.getByRole('button', { name: 'Add Feature' }).click()
    await page.getByRole('button', { name: 'Remove feature 3' }).click()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(toast(page, `${One} created successfully`)).toBeVisible()
    await expect(page).toHaveURL(new RegExp(`#/admin/${many}$`))

    const row = page.getByRole('listitem').filter({ hasText: `Zebra ${one}` })
    await row.getByRole('button', { name: 'Active' }).click()
    await expect(toast(page, `${One} deactivated successfully`)).toBeVisible()
    await row.getByRole('button', { name: 'Inactive' }).click()
    await expect(toast(page, `${One} activated successfully`)).toBeVisible()

    // The address keeps the search, and dragging is off during it.
    if (one === 'product') {
      await expect(page.getByRole('button', { name: /^Move/ }).first()).toBeVisible()
      await page.keyboard.press('/')
      const field = page.getByPlaceholder('Search products...')
      await expect(field).toBeFocused()
      await page.keyboard.type('zEBRA')
      await expect(page).toHaveURL(/\?search=zEBRA$/)
      await expect(page.getByRole('list', { name: 'Products' }).getByRole('listitem')).toHaveCount(1)
      await expect(page.getByRole('button', { name: /^Move/ })).toHaveCount(0)
      await page.reload()
      await expect(field).toHaveValue('zEBRA')
      await expect(row).toBeVisible()
      await field.fill('nothing is called so')
      await expect(page.getByText('No products found')).toBeVisible()
      await field.fill(category.toLowerCase())
      await expect(row).toBeVisible()
    }

    await row.getByRole('link', { name: /^Edit/ }).click()
    await expect(page.getByRole('heading', { name: `Edit ${One}` })).toBeVisible()
    await expect(page.getByLabel('Feature 2', { exact: true })).toHaveValue('Second')
    await page.getByLabel(nameLabel).fill(`Quagga ${one}`)
    await expect(page.getByText('Unsaved changes')).toBeVisible()
    await page.keyboard.press('Control+s')
    await expect(toast(page, `${One} updated successfully`)).toBeVisible()
    await expect(page.getByText('Saved', { exact: true })).toBeVisible()
    // It has no page, and so no preview link.
    await expect(page.getByRole('button', { name: 'Share preview' })).toHaveCount(0)
    await page.getByLabel('Description').fill('Prepared for later.')
    await page.getByRole('button', { name: 'Save as draft' }).click()
    await expect(toast(page, 'Changes saved as draft')).toBeVisible()

    const edited = page.getByRole('listitem').filter({ hasText: `Quagga ${one}` })
    await expect(edited.getByText('Unpublished changes')).toBeVisible()
    await edited.getByRole('button', { name: /^Delete/ }).click()
    await page
      .getByRole('alertdialog', { name: `Are you sure you want to delete this ${one}?` })
      .getByRole('button', { name: 'Cancel' })
      .click()
    await expect(edited).toBeVisible()
    await edited.getByRole('button', { name: /^Delete/ }).click()
    await agree(page, `Are you sure you want to delete this ${one}?`)
    await expect(toast(page, `${One} deleted successfully`)).toBeVisible()
    await expect(edited).toHaveCount(0)
  }
})

// Both kinds have the same screens, so that one of them shows the rest.
test('the order is changed by keyboard, mouse and touch, and a failure restores the old one', async ({ page, api }) => {
  // The window is high enough for the whole list, so that nothing scrolls under the pointer.
  await page.setViewportSize({ width: 1280, height: 1200 })
  const made: { _id: string }[] = []
  for (const name of ['Ant', 'Bee', 'Cat']) made.push(await api('POST', `/api/products`, item(`${name} of products`)))
  await page.goto('/#/admin/products')
  const rows = page.getByRole('list', { name: 'Products' }).getByRole('listitem')
  const names = async () =>
    (await rows.allTextContents()).map((text) => /(Ant|Bee|Cat) of/.exec(text)?.[1]).filter(Boolean)
  const handle = (name: string) => page.getByRole('button', { name: `Move ${name} of products` })
  const stored = async () =>
    (await api<{ order: number; name?: string; title?: string }[]>('GET', `/api/products`))
      .toSorted((a, b) => a.order - b.order)
      .map(({ name, title }) => /(Ant|Bee|Cat) of/.exec(name ?? title ?? '')?.[1])
      .filter(Boolean)
  await expect.poll(names).toEqual(['Ant', 'Bee', 'Cat'])

  await handle('Cat').focus()
  await page.keyboard.press('Space')
  await expect(page.getByText(/^Lifted Cat of/)).toBeAttached()
  await page.keyboard.press('ArrowUp')
  await expect(page.getByText(/^Cat of .+: position/)).toBeAttached()
  await page.keyboard.press('Space')
  await expect(page.getByText(/^Cat of .+ is now at position/)).toBeAttached()
  await expect.poll(names).toEqual(['Ant', 'Cat', 'Bee'])
  await expect.poll(stored).toEqual(['Ant', 'Cat', 'Bee'])

  // A drop by mouse ends with a transition, also without motion.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const from = await handle('Ant').boundingBox()
  const to = await handle('Bee').boundingBox()
  if (!from || !to) throw new Error('The handles are not on the screen')
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2)
  await page.mouse.down()
  await page.mouse.move(from.x + from.width / 2, from.y + from.height, { steps: 5 })
  await expect(page.getByText(/^Lifted Ant of/)).toBeAttached()
  await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2 + 12, { steps: 15 })
  await page.mouse.up()
  await expect.poll(names).toEqual(['Cat', 'Bee', 'Ant'])
  await expect.poll(stored).toEqual(['Cat', 'Bee', 'Ant'])
  await page.emulateMedia({ reducedMotion: 'no-preference' })

  await failCalls(page, `**/api/products/reorder`)
  await handle('Cat').focus()
  await page.keyboard.press('Space')
  await expect(page.getByText(/^Lifted Cat of/)).toBeAttached()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByText(/^Cat of .+: position/)).toBeAttached()
  await page.keyboard.press('Space')
  await expect(toast(page, `Failed to update product order`)).toBeVisible()
  await expect.poll(names).toEqual(['Cat', 'Bee', 'Ant'])

  // On a phone, by touch.
  await page.unroute('**/api/products/reorder')
  await page.setViewportSize({ width: 390, height: 1400 })
  const finger = await page.context().newCDPSession(page)
  await finger.send('Emulation.setTouchEmulationEnabled', { enabled: true })
  const middle = async (name: string) => {
    const box = await handle(name).boundingBox()
    if (!box) throw new Error(`${name} is not on the screen`)
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  }
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...touchPoints: { x: number; y: number }[]) =>
    finger.send('Input.dispatchTouchEvent', { type, touchPoints })
  const [start, end] = [await middle('Ant'), await middle('Cat')]
  await touch('touchStart', start)
  await expect(page.getByText(/^Lifted Ant of/)).toBeAttached()
  for (let step = 1; step <= 10; step++)
    await touch('touchMove', { x: start.x, y: start.y + ((end.y - 12 - start.y) * step) / 10 })
  await expect(page.getByText(/^Ant of .+: position/)).toBeAttached()
  await touch('touchEnd')
  await expect(page.getByText(/^Ant of .+ is now at position/)).toBeAttached()
  await expect.poll(stored).toEqual(['Ant', 'Cat', 'Bee'])
  await expect.poll(names).toEqual(['Ant', 'Cat', 'Bee'])
})

test('each failure shows its toast, and the second of two people chooses between their versions', {
  tag: '@all',
}, async ({ page, api }) => {
  const made = await api('POST', '/api/products', item('Hard luck'))
  await page.goto('/#/admin/products')
  const row = page.getByRole('listitem').filter({ hasText: 'Hard luck' })
  const path = `**/api/products/${made._id}`
  await failCalls(page, path)
  await row.getByRole('button', { name: 'Active' }).click()
  await expect(toast(page, 'Failed to update product status')).toBeVisible()
  await row.getByRole('button', { name: /^Delete/ }).click()
  await agree(page, 'Are you sure you want to delete this product?')
  await expect(toast(page, 'Failed to delete product')).toBeVisible()
  await expect(row).toBeVisible()
  await row.getByRole('link', { name: /^Edit/ }).click()
  await expect(toast(page, 'Failed to fetch product')).toBeVisible()
  await expect(page).toHaveURL(/#\/admin\/products$/)

  await page.unroute(path)
  await row.getByRole('link', { name: /^Edit/ }).click()
  const description = page.getByLabel('Description')
  const save = page.getByRole('button', { name: 'Save', exact: true })
  const conflict = page.getByRole('dialog', { name: 'Someone else changed this' })
  const change = async () => {
    await description.fill('Mine.')
    await api('PUT', `/api/products/${made._id}`, { ...item('Hard luck'), description: `Theirs, ${Math.random()}.` })
    await save.click()
    await expect(conflict).toBeVisible()
  }
  await expect(description).toHaveValue('What it is.')
  await change()
  await conflict.getByRole('button', { name: 'Use theirs' }).click()
  await expect(description).toHaveValue(/^Theirs/)
  await change()
  await conflict.getByRole('button', { name: 'Keep mine' }).click()
  await expect(toast(page, 'Product updated successfully')).toBeVisible()
  expect((await api<{ description: string }>('GET', `/api/products/${made._id}`)).description).toBe('Mine.')

  await row.getByRole('link', { name: /^Edit/ }).click()
  await failCalls(page, path, 'PUT')
  await description.fill('Something else.')
  await save.click()
  await expect(toast(page, 'Failed to save product')).toBeVisible()
  await expect(description).toHaveValue('Something else.')

  await failCalls(page, '**/api/services', 'GET')
  await page.getByRole('link', { name: 'Services', exact: true }).click()
  await page.getByRole('alertdialog').getByRole('button').last().click()
  await expect(toast(page, 'Failed to fetch services')).toBeVisible()
  await page.unroute('**/api/services')
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect(page.getByRole('list', { name: 'Services' }).getByRole('listitem').first()).toBeVisible()
})
