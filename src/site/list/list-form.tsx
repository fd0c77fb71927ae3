import { type FormHTMLAttributes, useEffect, useEffectEvent, useRef } from 'react'
import type { useListAddress } from '#web/list-params.ts'

type ListFormProps = Omit<FormHTMLAttributes<HTMLFormElement>, 'action' | 'method' | 'onSubmit'> & {
  list: ReturnType<typeof useListAddress<string>>
}

/**
 * A list's search and filters as a GET form, which works without the client. With the client, a submit changes the address, a choice in a
 * `<select>` does so at once (with the last submitted search), and the fields follow the address when it changes (back, forward). The
 * fields are uncontrolled, are named `search` and like the filters, and start with the address's values.
 */
export function ListForm({ list, ...rest }: ListFormProps) {
  const { path, address, change, onSubmit } = list
  const form = useRef<HTMLFormElement>(null)
  const shown = JSON.stringify({ search: address.search, ...address.filters })
  const followed = useRef(shown)

  const follow = useEffectEvent((shown: string) => {
    if (followed.current === shown) {
      // A choice made before hydration has changed its control only.
      const early = [...(form.current?.querySelectorAll('select') ?? [])].filter(
        ({ name, value }) => value !== address.filters[name],
      )
      if (early.length > 0) change({ filters: Object.fromEntries(early.map(({ name, value }) => [name, value])) })
      return
    }
    followed.current = shown
    for (const [name, value] of Object.entries<string>(JSON.parse(shown))) {
      const field = form.current?.elements.namedItem(name)
      if (field instanceof HTMLSelectElement || (field instanceof HTMLInputElement && field.type !== 'hidden'))
        field.value = value
    }
  })
  useEffect(() => follow(shown), [shown])

  return (
    <form
      autoComplete="off"
      {...rest}
      ref={form}
      action={path}
      method="get"
      onSubmit={onSubmit}
      onChange={({ target }) => {
        if (target instanceof HTMLSelectElement) change({ filters: { [target.name]: target.value } })
      }}
    />
  )
}
