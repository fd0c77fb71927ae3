import { ListForm } from '#site/list/list-form.tsx'
import { SearchBox } from '#site/list/search-box.tsx'
import { Select } from '#ui/field.tsx'
import type { useListAddress } from '#web/list-params.ts'
import { courseCategories, courseLevels } from './course-facets.contract.ts'
import type { courseFilters } from './course-list.queries.ts'

type CourseFiltersProps = { list: ReturnType<typeof useListAddress<keyof typeof courseFilters>> }

export function CourseFilters({ list }: CourseFiltersProps) {
  const { search, filters } = list.address
  return (
    <search>
      <ListForm list={list} className="grid gap-3 min-[22rem]:grid-cols-2">
        <div className="min-[22rem]:col-span-2">
          <SearchBox label="Search courses" placeholder="Search courses..." value={search} />
        </div>
        <Select name="level" label="Level" hideLabel defaultValue={filters.level}>
          <Choices all="All Levels" values={courseLevels} />
        </Select>
        <Select name="category" label="Category" hideLabel defaultValue={filters.category}>
          <Choices all="All Categories" values={courseCategories} />
        </Select>
      </ListForm>
    </search>
  )
}

const Choices = ({ all, values }: { all: string; values: readonly string[] }) => (
  <>
    <option value="">{all}</option>
    {values.map((value) => (
      <option key={value}>{value}</option>
    ))}
  </>
)
