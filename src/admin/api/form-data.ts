/** A form's values as multipart calls take them: every value a text, lists as JSON. */
export function toFormData(input: object): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(input))
    form.set(name, Array.isArray(value) ? JSON.stringify(value) : String(value))
  return form
}
