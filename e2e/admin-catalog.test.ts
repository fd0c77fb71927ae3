import { agree, expect, failCalls, failedCalls, test, toast } from './admin-fixtures.ts'

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

for (const { many, one, One, nameField, nameLabel, category } of kinds) {
  const list = `/#/admin/${many}`
  const Many = `${One}s`
  const item = (name: string) => ({
    [nameField]: name,
    icon: 'Cpu',
    category,
    description: 'What it is.',
    features: ['One', ''],
    active: true,
  })

  test.describe(many, () => {
    // The tests share one ordered list, so they run one after another.
    test.describe.configure({ mode: 'serial' })
    test.use({ allowedConsole: failedCalls })

    test('a record is created, found, edited, switched off and on, and deleted', async ({ page }) => {
      await page.goto(list)
      await page.getByRole('link', { name: `New ${One}` }).click()
      await expect(page).toHaveURL(new RegExp(`#/admin/${many}/new$`))
      await expect(page.getByRole('heading', { name: `Create New ${One}` })).toBeVisible()
      await expect(page.getByLabel('Active')).toBeChecked()
      await expect(page.getByLabel('Feature 1', { exact: true })).toHaveValue('')
      await expect(page.getByLabel(nameLabel)).toBeFocused()
      if (one === 'service') await expect(page.getByLabel('Icon')).toHaveValue('Code')

      await page.getByRole('button', { name: 'Save' }).click()
      await expect(page.getByText(`${one === 'product' ? 'Product name' : 'Service title'} is required`)).toBeVisible()
      await expect(page.getByText('Category is required')).toBeVisible()
      await expect(page.getByText('Description is required')).toBeVisible()
      await expect(page.getByLabel(nameLabel)).toBeFocused()

      await page.getByLabel(nameLabel).fill(`Made by hand (${one})`)
      await page.getByLabel('Category').selectOption(category)
      await page.getByLabel('Description').fill('What it is.')
      await page.getByLabel('Feature 1', { exact: true }).fill('First')
      await page.getByRole('button', { name: 'Add Feature' }).click()
      await page.keyboard.type('Second')
      await page.getByRole('button', { name: 'Add Feature' }).click()
      await page.getByRole('button', { name: 'Remove feature 3' }).click()
      await page.getByRole('button', { name: 'Save' }).click()
      await expect(toast(page, `${One} created successfully`)).toBeVisible()
      await expect(page).toHaveURL(new RegExp(`#/admin/${many}$`))

      const row = page.getByRole('listitem').filter({ hasText: `Made by hand (${one})` })
      await row.getByRole('button', { name: 'Active' }).click()
      await expect(toast(page, `${One} deactivated successfully`)).toBeVisible()
      await row.getByRole('button', { name: 'Inactive' }).click()
      await expect(toast(page, `${One} activated successfully`)).toBeVisible()

      await row.getByRole('link', { name: /^Edit/ }).click()
      await expect(page.getByRole('heading', { name: `Edit ${One}` })).toBeVisible()
      await expect(page.getByLabel('Feature 2', { exact: true })).toHaveValue('Second')
      await page.getByLabel(nameLabel).fill(`Edited by hand (${one})`)
      await expect(page.getByText('Unsaved changes')).toBeVisible()
      await page.keyboard.press('Control+s')
      await expect(toast(page, `${One} updated successfully`)).toBeVisible()
      await expect(page.getByText('Saved', { exact: true })).toBeVisible()
      await page.getByRole('link', { name: `Back to ${many}` }).click()

      const edited = page.getByRole('listitem').filter({ hasText: `Edited by hand (${one})` })
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
    })

    // Both kinds have the same screens, so that one of them shows the rest.
    if (many !== 'products') return

    test('the address keeps the search, and dragging is off during a search', async ({ page, api }) => {
      const { _id } = await api('POST', `/api/${many}`, item('Zebra crossing'))
      await page.goto(list)
      await expect(page.getByRole('button', { name: /^Move/ }).first()).toBeVisible()
      await page.keyboard.press('/')
      await expect(page.getByPlaceholder(`Search ${many}...`)).toBeFocused()
      await page.keyboard.type('zEBRA')
      await expect(page).toHaveURL(/\?search=zEBRA$/)
      await expect(page.getByRole('list', { name: Many }).getByRole('listitem')).toHaveCount(1)
      await expect(page.getByRole('button', { name: /^Move/ })).toHaveCount(0)
      await page.reload()
      await expect(page.getByPlaceholder(`Search ${many}...`)).toHaveValue('zEBRA')
      await expect(page.getByText('Zebra crossing')).toBeVisible()
      await page.getByPlaceholder(`Search ${many}...`).fill('nothing is called so')
      await expect(page.getByText(`No ${many} found`)).toBeVisible()
      await page.getByPlaceholder(`Search ${many}...`).fill(category.toLowerCase())
      await expect(page.getByText('Zebra crossing')).toBeVisible()
      await api('DELETE', `/api/${many}/${_id}`)
    })

    test('the order is changed by keyboard and mouse, and a failure restores the old one', async ({ page, api }) => {
      // The window is high enough for the whole list, so that nothing scrolls under the pointer.
      await page.setViewportSize({ width: 1280, height: 1200 })
      const made = []
      for (const name of ['Ant', 'Bee', 'Cat']) made.push(await api('POST', `/api/${many}`, item(`${name} of ${many}`)))
      await page.goto(list)
      const rows = page.getByRole('list', { name: Many }).getByRole('listitem')
      const names = async () =>
        (await rows.allTextContents()).map((text) => /(Ant|Bee|Cat) of/.exec(text)?.[1]).filter(Boolean)
      const handle = (name: string) => page.getByRole('button', { name: `Move ${name} of ${many}` })
      const stored = async () =>
        (await api<{ order: number; name?: string; title?: string }[]>('GET', `/api/${many}`))
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

      await failCalls(page, `**/api/${many}/reorder`)
      await handle('Cat').focus()
      await page.keyboard.press('Space')
      await expect(page.getByText(/^Lifted Cat of/)).toBeAttached()
      await page.keyboard.press('ArrowDown')
      await expect(page.getByText(/^Cat of .+: position/)).toBeAttached()
      await page.keyboard.press('Space')
      await expect(toast(page, `Failed to update ${one} order`)).toBeVisible()
      await expect.poll(names).toEqual(['Cat', 'Bee', 'Ant'])
      for (const { _id } of made) await api('DELETE', `/api/${many}/${_id}`)
    })

    test.describe('on a phone', () => {
      test.use({ hasTouch: true, viewport: { width: 390, height: 1400 } })
      test('the order is changed by touch', async ({ page, api }) => {
        const made: { _id: string }[] = []
        for (const name of ['Dog', 'Eel']) made.push(await api('POST', `/api/${many}`, item(`${name} of ${many}`)))
        await page.goto(list)
        const middle = async (name: string) => {
          const box = await page.getByRole('button', { name: `Move ${name} of ${many}` }).boundingBox()
          if (!box) throw new Error(`${name} is not on the screen`)
          return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
        }
        await expect(page.getByRole('button', { name: `Move Eel of ${many}` })).toBeVisible()
        const from = await middle('Eel')
        const to = await middle('Dog')
        const finger = await page.context().newCDPSession(page)
        const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...touchPoints: { x: number; y: number }[]) =>
          finger.send('Input.dispatchTouchEvent', { type, touchPoints })
        await touch('touchStart', from)
        await expect(page.getByText(/^Lifted Eel of/)).toBeAttached()
        for (let step = 1; step <= 10; step++)
          await touch('touchMove', { x: from.x, y: from.y + ((to.y - 12 - from.y) * step) / 10 })
        await expect(page.getByText(/^Eel of .+: position/)).toBeAttached()
        await touch('touchEnd')
        await expect(page.getByText(/^Eel of .+ is now at position/)).toBeAttached()
        await expect
          .poll(async () => {
            const stored = await api<{ _id: string; order: number }[]>('GET', `/api/${many}`)
            const places = stored
              .toSorted((a, b) => a.order - b.order)
              .map(({ _id }) => made.findIndex((one) => one._id === _id))
            return places.filter((place) => place >= 0)
          })
          .toEqual([1, 0])
        await expect(page.getByRole('list', { name: Many }).getByRole('listitem').nth(-2)).toContainText('Eel')
        for (const { _id } of made) await api('DELETE', `/api/${many}/${_id}`)
      })
    })

    test('each failure shows its toast', async ({ page, api }) => {
      const { _id } = await api('POST', `/api/${many}`, item('Hard luck'))
      await page.goto(list)
      const row = page.getByRole('listitem').filter({ hasText: 'Hard luck' })

      await failCalls(page, `**/api/${many}/${_id}`)
      await row.getByRole('button', { name: 'Active' }).click()
      await expect(toast(page, `Failed to update ${one} status`)).toBeVisible()
      await row.getByRole('button', { name: /^Delete/ }).click()
      await agree(page, `Are you sure you want to delete this ${one}?`)
      await expect(toast(page, `Failed to delete ${one}`)).toBeVisible()
      await expect(row).toBeVisible()
      await row.getByRole('link', { name: /^Edit/ }).click()
      await expect(toast(page, `Failed to fetch ${one}`)).toBeVisible()
      await expect(page).toHaveURL(new RegExp(`#/admin/${many}$`))

      await page.unroute(`**/api/${many}/${_id}`)
      await failCalls(page, `**/api/${many}/${_id}`, 'PUT')
      await row.getByRole('link', { name: /^Edit/ }).click()
      await page.getByLabel('Description').fill('Something else.')
      await page.getByRole('button', { name: 'Save' }).click()
      await expect(toast(page, `Failed to save ${one}`)).toBeVisible()
      await expect(page.getByLabel('Description')).toHaveValue('Something else.')

      await failCalls(page, `**/api/${many}`, 'GET')
      await page.goto('about:blank')
      await page.goto(list)
      await expect(toast(page, `Failed to fetch ${many}`)).toBeVisible()
      await page.unroute(`**/api/${many}`)
      await page.getByRole('button', { name: 'Try Again' }).click()
      await expect(row).toBeVisible()
      await api('DELETE', `/api/${many}/${_id}`)
    })

    test('the second of two people gets a conflict, sees both versions, and chooses', async ({ page, api }) => {
      const { _id } = await api('POST', `/api/${many}`, item('Contested'))
      const edit = async () => {
        await page.goto('about:blank')
        await page.goto(`/#/admin/${many}/edit/${_id}`)
        await page.getByLabel('Description').fill('Mine.')
        await api('PUT', `/api/${many}/${_id}`, { ...item('Contested'), description: `Theirs, ${Math.random()}.` })
        await page.getByRole('button', { name: 'Save' }).click()
        await expect(page.getByRole('dialog', { name: 'Someone else changed this' })).toBeVisible()
      }
      await edit()
      await page.getByRole('button', { name: 'Use theirs' }).click()
      await expect(page.getByLabel('Description')).toHaveValue(/^Theirs/)
      await edit()
      await page.getByRole('button', { name: 'Keep mine' }).click()
      await expect(toast(page, `${One} updated successfully`)).toBeVisible()
      expect((await api<{ description: string }>('GET', `/api/${many}/${_id}`)).description).toBe('Mine.')
      await api('DELETE', `/api/${many}/${_id}`)
    })
  })
}
