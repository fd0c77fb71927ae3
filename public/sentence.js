/**
 * The sentence with gaps (src/features/contact/sentence-form.part.tsx), which works without this. A gap that is entered has its word selected,
 * so that typing replaces it. Next to the contact form, the message and the subject follow the gaps, unless they have other texts.
 */
const known = new WeakSet()
let entered

/** The message and the subject of the sentence; an empty gap has the word that it came with. */
const written = ({ elements, subject }, typed = ({ value, defaultValue }) => value.trim() || defaultValue) => [
  [...elements]
    .filter(({ name }) => name === 'message')
    .map(typed)
    .join(' ')
    .replaceAll(/ (?=[,.])/g, ''),
  subject?.value ?? '',
]

const select = (gap) => gap.value === gap.defaultValue && gap.select?.()

/** A gap has the focus. The click that gave it sets the caret afterwards. */
function enter(gap) {
  entered = gap
  select(gap)
  const { form } = gap
  if (known.has(form)) return
  known.add(form)
  form.addEventListener('click', ({ target }) => {
    if (target === entered) select(target)
    entered = undefined
  })
  const contact = document.querySelector('form[method="post"][action="/contact"]')
  if (!contact) return
  let before = written(form, ({ defaultValue }) => defaultValue)
  const follow = () => {
    const now = written(form)
    for (const [i, field] of [contact.message, contact.subject].entries()) {
      if (now[i] === before[i] && field.value) continue
      if (field.value && !field.value.includes(before[i])) continue
      field.value = field.value.replace(before[i], () => now[i]) || now[i]
      field.dispatchEvent(new Event('input', { bubbles: true }))
    }
    before = now
  }
  form.addEventListener('input', follow)
  if (written(form)[0] !== before[0]) follow()
}

addEventListener('focusin', ({ target }) => target.matches('.gap') && enter(target))
if (document.activeElement.matches('.gap')) enter(document.activeElement)
