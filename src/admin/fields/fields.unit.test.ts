import { expect, test } from 'vitest'
import { readValues, richOrPlainText } from './fields.ts'

test.each([
  [{ text: '- *one*', format: 'rich' }, '- *one*'],
  [{ text: '- *one*', format: 'plain' }, '<ul><li>*one*</li></ul>'],
  // A revision from before there were formats.
  [{ text: 'One' }, '<p>One</p>'],
  [{}, ''],
])('the form shows %j as the rich text %j', (stored, text) => {
  expect(readValues({ text: richOrPlainText('Text') }, stored)).toEqual({ text })
})
