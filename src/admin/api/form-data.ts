/** A form's values for multipart calls: every value is text, lists are JSON. */
export function toFormData(input: object): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(input))
    form.set(name, Array.isArray(value) ? JSON.stringify(value) : String(value))
  return form
}
