/**
 * The sentence with gaps (sentence-form.part.tsx of features/contact), which works without this. Next to the contact form, the message and the
 * subject follow the gaps, unless they have other texts. The boot script loads this at the first focus in a gap, or when the sentence is sent there.
 */
const known = new WeakMap()

/** The value that a field of the sentence came with. */
const given = (field) => (field.options ? (field.querySelector('[selected]') ?? field.options[0])?.value : field.defaultValue)
const typed = (field) => field.value.trim() || given(field)

/** The message and the subject of the sentence; an empty gap has the word that it came with. */
const written = ({ elements, subject }, read = typed) => [
  [...elements]
    .filter(({ name }) => name === 'message')
    .map(read)
    .join(' ')
    .replaceAll(/ (?=[,.])/g, ''),
  subject ? read(subject) : '',
]

const contactForm = () => document.querySelector('form[method="post"][action="/contact"]')

function write(field, text) {
  field.value = text
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

function follow(form) {
  const contact = contactForm()
  const before = known.get(form) ?? written(form, given)
  const now = written(form)
  known.set(form, now)
  if (!contact || String(now) === String(before)) return
  for (const [i, field] of [contact.message, contact.subject].entries())
    if (!field.value || field.value.includes(before[i])) write(field, field.value.replace(before[i], () => now[i]) || now[i])
}

/** Begins the message of the contact form with the sentence. */
export function begin(form) {
  const { message, subject } = contactForm()
  const now = written(form)
  known.set(form, now)
  if (!message.value.includes(now[0])) write(message, `${now[0]} ${message.value}`.trim())
  if (!subject.value) write(subject, now[1])
  message.focus()
}

addEventListener('input', ({ target }) => target.matches('.gap') && follow(target.form))
// Words may have been typed, and a subject chosen, while this was loading.
const { form } = document.querySelector('.gap') ?? {}
if (form) follow(form)
