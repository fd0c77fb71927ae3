import { useEffect, useRef } from 'react'
import type { useListAddress } from '#site/list-address.ts'
import { SearchBox } from '#site/search-box.tsx'
import { Select } from '#ui/field.tsx'
import { courseCategories, courseLevels } from './course-facets.contract.ts'
import type { courseFilters } from './courses.queries.ts'

type Filter = (typeof courseFilters)[number]

/** One GET form. With the client a choice applies at once, with the words searched before; what is being typed waits for its submit. */
export function CourseFilters({ list }: { list: ReturnType<typeof useListAddress<Filter>> }) {
  const { search, filters } = list.address
  const form = useRef<HTMLFormElement>(null)

  // A choice made before the client came has changed the control and nothing else yet.
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once, at the take-over
  useEffect(() => {
    const chosen = [...(form.current?.querySelectorAll('select') ?? [])].filter(({ name, value }) => value !== filters[name as Filter])
    if (chosen.length > 0) list.change({ filters: Object.fromEntries(chosen.map(({ name, value }) => [name, value])) })
  }, [])

  const choice = (name: Filter, label: string, all: string, values: readonly string[]) => (
    <Select
      // Its own key for each choice, so that going back shows the one of then.
      key={`${name} ${filters[name]}`}
      name={name}
      label={label}
      hideLabel
      className="min-w-0"
      defaultValue={filters[name]}
      onChange={(event) => list.change({ filters: { [name]: event.target.value } as Partial<Record<Filter, string>> })}
    >
      <option value="">{all}</option>
      {values.map((value) => (
        <option key={value}>{value}</option>
      ))}
    </Select>
  )

  return (
    <search>
      <form
        ref={form}
        action="/courses"
        method="get"
        autoComplete="off"
        onSubmit={list.onSubmit}
        className="grid grid-cols-2 gap-3 lg:grid-cols-[1fr_auto_auto]"
      >
        <div className="col-span-2 lg:col-span-1 lg:max-w-lg">
          <SearchBox label="Search courses" placeholder="Search courses..." value={search} />
        </div>
        {choice('level', 'Level', 'All Levels', courseLevels)}
        {choice('category', 'Category', 'All Categories', courseCategories)}
      </form>
    </search>
  )
}
